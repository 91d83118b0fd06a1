"""Static files for production: named by their content, compressed."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, which also renames what a script of ours imports from another.

    Not those of packages (``support_js_module_import_aggregation``): one has an example in a comment that
    would be looked for as a file.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]),
    )
