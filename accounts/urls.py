"""Under /compte/, before allauth's own addresses."""

from django.urls import path

from accounts import views, views_keys

app_name = "accounts"
urlpatterns = [
    path("", views.overview, name="overview"),
    path("avertissements/", views.warnings_read, name="warnings_read"),
    path("preferences/", views.edit_preferences, name="preferences"),
    path("langue/", views.choose_language, name="language"),
    path("nom/", views.rename, name="rename"),
    path("ordinateur/", views.declare_machine, name="machine"),
    path("cles/", views_keys.keys, name="keys"),
    path("cles/nouvelle/", views_keys.new_key, name="key_new"),
    path("cles/<uuid:key_id>/revoquer/", views_keys.revoke_key, name="key_revoke"),
    path("donnees/", views.export, name="export"),
    path("supprimer/", views.delete, name="delete"),
]
