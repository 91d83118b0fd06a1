from django.db import migrations


class Migration(migrations.Migration):
    """What the staff's list is called: nothing is asked of the database."""

    dependencies = [
        ('games', '0009_computer_unrated'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='programmeentry',
            options={
                'ordering': ('order', 'pk'),
                'verbose_name': 'game of the programme',
                'verbose_name_plural': 'games of the programme',
            },
        ),
    ]
