from django.db import migrations, models

RATED = [
    ('pending', 'It will count for the ratings.'),
    ('counted', 'It counted for the ratings.'),
    ('friendly', 'It counts for no rating: that was agreed.'),
    ('computer', 'It counts for no rating: it is played against the computer.'),
    ('accounts', 'It counts for no rating: both players need an account.'),
    ('typed', 'It counts for no rating: the deal was chosen.'),
    ('token', 'It counts for no rating: a program plays.'),
    ('often', 'It counts for no rating: these two have played their three rated matches of the day.'),
    ('no_result', 'It counts for no rating: nobody won.'),
    ('void', 'It counts for no rating: the staff have voided it.'),
]


class Migration(migrations.Migration):
    """One more reason, for matches to come; the column stays as it is, so nothing is asked of the database."""

    dependencies = [
        ('games', '0008_draw_offers'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='match',
                    name='rated',
                    field=models.CharField(choices=RATED, default='friendly', max_length=9, verbose_name='rated'),
                ),
            ],
        ),
    ]
