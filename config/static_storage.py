"""Static files for production: named by their content, compressed."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, which also renames what a script imports from another."""

    support_js_module_import_aggregation = True
