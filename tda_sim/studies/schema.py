"""The JSON Schemas of study files and of the files that studies name."""

from typing import Any

from tda_sim import definitions
from tda_sim.definitions.schemas import MODELS
from tda_sim.errors import UserError, suggest
from tda_sim.studies.files import StudyFile

STUDY = "study"
KINDS = (*MODELS, STUDY)


def schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a kind of file: study, or one of `tda_sim.definitions.schema`."""
    if kind in MODELS:
        return definitions.schema(kind)
    if kind != STUDY:
        raise UserError.of(f"there is no schema for {kind}", hint=suggest(kind, KINDS))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **StudyFile.model_json_schema()}
