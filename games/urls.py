"""The pages of the games."""

from django.urls import URLPattern, URLResolver, path
from django.views.generic import RedirectView

from games.matches import urls as matches
from games.play import views_table as table
from games.play.views_pages import choosing, mine, opening, player, replay, social

app_name = "games"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", choosing.home, name="home"),
    path("jouer/", RedirectView.as_view(pattern_name="games:home")),
    path("jouer/<slug:key>/", choosing.variant, name="variant"),
    path("nouvelle/", choosing.new, name="new"),
    path("code/", opening.code, name="code"),
    path("donne/<str:code>/", opening.deal, name="deal"),
    path("donne/<str:code>/table.png", social.picture, name="deal_picture"),
    path("mes-parties/", mine.mine, name="mine"),
    path("joueur/<str:name>/", player.player, name="player"),
    path("partie/<uuid:game_id>/", table.table, name="table"),
    path("partie/<uuid:game_id>/action/", table.action, name="action"),
    path("partie/<uuid:game_id>/indice/", table.hint, name="hint"),
    path("partie/<uuid:game_id>/coups/", table.moves, name="moves"),
    path("partie/<uuid:game_id>/pause/", table.pause, name="pause"),
    path("partie/<uuid:game_id>/reprendre/", table.resume, name="resume"),
    path("partie/<uuid:game_id>/abandonner/", table.give_up, name="give_up"),
    path("partie/<uuid:game_id>/recommencer/", table.restart, name="restart"),
    path("partie/<uuid:game_id>/revoir/", replay.replay, name="replay"),
    path("partie/<uuid:game_id>/donnees.txt", mine.record, name="record"),
    *matches.urlpatterns,
]
