"""The addresses of boards, of the challenge and of players, under /api/v1/."""

from django.urls import URLPattern, path

from games.api import boards, daily, people

v1: list[URLPattern] = [
    path("boards/", boards.BoardsView.as_view(), name="boards"),
    path("boards/deals/<str:code>/", boards.DealBoardView.as_view(), name="deal_board"),
    path("boards/ratings/<str:tempo>/", boards.RatingBoardView.as_view(), name="rating_board"),
    path("boards/<str:board_key>/", boards.BoardView.as_view(), name="board"),
    path("daily/", daily.TodayView.as_view(), name="daily"),
    path("daily/calendar/", daily.CalendarView.as_view(), name="daily_calendar"),
    path("daily/<str:day>/", daily.DayView.as_view(), name="daily_day"),
    path("daily/<str:day>/<str:board_key>/", daily.DailyBoardView.as_view(), name="daily_board"),
    path("daily/<str:day>/<str:board_key>/attempt/", daily.AttemptView.as_view(), name="daily_attempt"),
    path("me/", people.MeView.as_view(), name="me"),
    path("me/statistics/", people.MyStatisticsView.as_view(), name="my_statistics"),
    path("players/<str:name>/", people.PlayerView.as_view(), name="player"),
    path("players/<str:name>/block/", people.BlockView.as_view(), name="player_block"),
]
