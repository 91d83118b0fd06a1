"""The REST API: /api/v1/. docs/api.md says how it is made; it calls the services that the pages call."""
