"""The schema is whole and true: it validates, and what it describes is what happens, whatever is sent."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr
from io import StringIO
from typing import Any

import pytest
import schemathesis
import yaml
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator
from schemathesis import GenerationMode
from schemathesis.checks import negative_data_rejection, positive_data_acceptance

from accounts.models import User
from games.api.describing import schema_in
from games.api.examples import GAME
from games.api.reasons import KINDS
from games.api.urls import v1
from games.daily.models import ProgrammeEntry
from games.daily.services import store
from games.engine.codes import parse_code
from games.engine.refusals import Reason as RuleReason
from games.matches import services as matches
from games.matches.services import Cause as MatchCause
from games.play import services
from games.play.owners import Owner
from games.play.services.refusals import Cause as TableCause
from leaderboards.periods import paris_date
from tests.api.conftest import KL, Api, make_key

pytestmark = pytest.mark.django_db
SCHEMA = schemathesis.openapi.from_dict(schema_in("en"))
SCHEMA.app = get_wsgi_application()
OPERATIONS = {found.ok().label: found.ok() for found in SCHEMA.get_all_operations()}
BOUNDED = settings(
    max_examples=4, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
"""The same few requests of each operation in every run."""
# What is well formed may still be no deal's code, an illegal action, or a game that is not there.
BY_DATA = [positive_data_acceptance, negative_data_rejection]


@pytest.fixture
def in_one_transaction() -> Iterator[None]:
    """Let requests leave the test's connection alone, as Django's own test client does."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def known(camille: User) -> dict[str, Any]:
    """What addresses may name that is there."""
    owner = Owner(user_id=camille.pk)
    match = matches.create(owner=owner, wishes=matches.Wishes(), visibility="bot", bot_level=1)
    day = paris_date(timezone.now())
    ProgrammeEntry.objects.create(variant="KL", options="D1N")
    store(day, parse_code(KL))
    return {
        "game_id": str(services.begin(owner=owner, code="KL1-D1N-QWERTYU").pk),
        "match_id": str(match.pk),
        "number": 1,
        "code": "KL1-D1N-QWERTYU",
        "board_key": "KL-D1N",
        "tempo": "S",
        "day": str(day),
        "name": "Camille",
    }


@pytest.fixture
def send_all(
    camille: User, known: dict[str, Any], in_one_transaction: None
) -> Callable[[str, GenerationMode], None]:
    """Send requests of an operation as strangers would, then with the ids that are there."""
    headers = {"Authorization": f"Bearer {make_key(camille)}", "Accept-Encoding": "identity"}

    def send_all(label: str, mode: GenerationMode) -> None:
        @BOUNDED
        @given(case=OPERATIONS[label].as_strategy(generation_mode=mode))
        def send(case: Any) -> None:
            case.call_and_validate(headers=headers, excluded_checks=[positive_data_acceptance])
            path = case.path_parameters or {}
            if known.keys() & path.keys():
                case.path_parameters = {name: known.get(name, path[name]) for name in path}
                case.call_and_validate(headers=headers, excluded_checks=BY_DATA)

        send()

    return send_all


@pytest.mark.parametrize("label", OPERATIONS)
def test_a_request_as_described_is_answered_as_described(
    label: str, send_all: Callable[[str, GenerationMode], None]
) -> None:
    """No 5xx, and no status, media type or body that the schema does not have."""
    send_all(label, GenerationMode.POSITIVE)


@pytest.mark.parametrize("label", [label for label, found in OPERATIONS.items() if found.body or found.query])
def test_another_request_is_refused_as_described(
    label: str, send_all: Callable[[str, GenerationMode], None]
) -> None:
    """Wrong types, fields that are missing or unknown, a body that is none."""
    send_all(label, GenerationMode.NEGATIVE)


def test_the_schema_is_valid_and_leaves_nothing_open() -> None:
    out, complaints = StringIO(), StringIO()
    with redirect_stderr(complaints):
        call_command("spectacular", validate=True, fail_on_warn=True, stdout=out)
    assert complaints.getvalue() == ""


def test_every_operation_says_what_it_does_in_both_languages() -> None:
    french, english = schema_in("fr"), schema_in("en")
    for path, methods in english["paths"].items():
        for method, operation in methods.items():
            other = french["paths"][path][method]
            assert (
                operation["summary"] != other["summary"] and operation["description"] != other["description"]
            )
            assert operation["operationId"] == other["operationId"]
            assert {"400", "401", "403", "406", "429"} <= set(operation["responses"])


def test_every_address_of_the_api_is_in_the_schema() -> None:
    prefix = "/api/v1/"
    described = {path.removeprefix(prefix) for path in schema_in("en")["paths"]}
    routes = {re.sub(r"<\w+:(\w+)>", r"{\1}", str(entry.pattern)) for entry in v1}
    assert described == routes


def test_the_schema_is_served_as_json_and_yaml_in_the_language_asked(client: Client) -> None:
    found = client.get("/api/schema/", headers={"Accept-Language": "en"})
    assert found["Content-Type"] == "application/json" and found.json() == schema_in("en")
    again = client.get("/api/schema/", headers={"Accept-Language": "en", "If-None-Match": found["ETag"]})
    assert again.status_code == 304
    text = client.get("/api/schema/", headers={"Accept": "application/yaml"}).text
    assert yaml.safe_load(text)["info"]["title"] == schema_in("fr")["info"]["title"]


def test_the_examples_are_true_to_their_shapes(api: Api) -> None:
    """The example of a game has just the members that a game has, and its position is one of its deal."""
    game = api.post("games/", {"code": KL}).json()
    assert set(game) == set(GAME) and set(game["position"]) == set(GAME["position"])


def nullable(schema: Any) -> Any:
    """What OpenAPI 3.0 says of null, as JSON Schema says it."""
    if isinstance(schema, list):
        return [nullable(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: nullable(part) for name, part in schema.items() if name != "nullable"}
    return {"anyOf": [found, {"type": "null"}]} if schema.get("nullable") is True else found


def bodies_of(operation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The JSON bodies that an operation is sent and answers with when all is well."""
    answers = {status: answer for status, answer in operation["responses"].items() if status < "300"}
    for where, body in (("request", operation.get("requestBody", {})), *answers.items()):
        if "application/json" in body.get("content", {}):
            yield where, body["content"]["application/json"]


def test_every_body_has_an_example_that_is_as_described() -> None:
    """Nearly half of the answers had none: an example of the request hid the one of the answer."""
    schema = schema_in("en")
    shapes = nullable({"components": schema["components"]})
    nothing = {"$ref": "#/components/schemas/NothingRequest"}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            for where, body in bodies_of(operation):
                samples = [example["value"] for example in body.get("examples", {}).values()]
                assert samples or body["schema"] == nothing, f"{method} {path} {where}"
                checker = Draft202012Validator({**nullable(body["schema"]), **shapes})
                for value in samples:
                    faults = [f"{list(e.path)}: {e.message}" for e in checker.iter_errors(value)]
                    assert faults == [], f"{method} {path} {where}"


def test_every_reason_is_explained_on_the_page_that_problems_lead_to(client: Client) -> None:
    for page, title in (
        ("/api/problems/", "La partie a continué"),
        ("/en/api/problems/", "The game has moved on"),
    ):
        text = client.get(page).text
        assert title in text
        assert [reason for reason in KINDS if f'id="{reason}"' not in text] == []
    titles = Counter(str(kind.title) for kind in KINDS.values())
    assert [title for title, times in titles.items() if times > 1] == []
    causes = {*map(str, RuleReason), *map(str, TableCause), *map(str, MatchCause)}
    assert causes - KINDS.keys() == set()
