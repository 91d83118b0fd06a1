"""The pages of matches; included by `games.urls`, in its namespace."""

from django.urls import path

from games.matches import views, views_boards, views_lobby, views_mine, views_replay

urlpatterns = [
    path("matchs/", views_lobby.lobby, name="lobby"),
    path("matchs/nouveau/", views_lobby.new, name="match_new"),
    path("matchs/rapide/", views_lobby.quick, name="match_quick"),
    path("matchs/classement/", views_boards.board, name="match_board"),
    path("mes-parties/matchs/", views_mine.mine, name="mine_matches"),
    path("match/rejoindre/<str:token>/", views_lobby.invitation, name="match_join"),
    path("match/<uuid:match_id>/", views.match, name="match"),
    path("match/<uuid:match_id>/action/", views.action, name="match_action"),
    path("match/<uuid:match_id>/asseoir/", views.sit, name="match_sit"),
    path("match/<uuid:match_id>/revoir/<int:number>/", views_replay.replay, name="match_replay"),
    path("joueur/<str:name>/bloquer/", views.block, name="block"),
]
