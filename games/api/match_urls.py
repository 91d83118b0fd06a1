"""The addresses of matches, under /api/v1/matches/."""

from django.urls import URLPattern, path

from games.api import match_acts, matches

v1: list[URLPattern] = [
    path("matches/", matches.MatchesView.as_view(), name="matches"),
    path("matches/mine/", matches.MyMatchesView.as_view(), name="my_matches"),
    path("matches/join/", matches.JoinByLinkView.as_view(), name="match_join_by_link"),
    path("matches/quick/", matches.QuickView.as_view(), name="match_quick"),
    path("matches/<uuid:match_id>/", matches.OneMatchView.as_view(), name="match"),
    path("matches/<uuid:match_id>/join/", matches.JoinView.as_view(), name="match_join"),
    path("matches/<uuid:match_id>/actions/", match_acts.MatchActionsView.as_view(), name="match_actions"),
    path("matches/<uuid:match_id>/ready/", match_acts.MatchReadyView.as_view(), name="match_ready"),
    path("matches/<uuid:match_id>/draw/", match_acts.MatchDrawView.as_view(), name="match_draw"),
    path("matches/<uuid:match_id>/say/", match_acts.MatchSayView.as_view(), name="match_say"),
    path("matches/<uuid:match_id>/claim/", match_acts.MatchClaimView.as_view(), name="match_claim"),
    path("matches/<uuid:match_id>/rematch/", match_acts.MatchRematchView.as_view(), name="match_rematch"),
    path("matches/<uuid:match_id>/cancel/", match_acts.MatchCancelView.as_view(), name="match_cancel"),
    path(
        "matches/<uuid:match_id>/games/<int:number>/record/",
        match_acts.MatchRecordView.as_view(),
        name="match_record",
    ),
]
