"""A small JSON Schema checker: the words that our description of the API uses, and no others."""

from typing import Any

KNOWN = {
    "type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "$ref", "description",
    "maxLength", "maxItems",
}  # fmt: skip
TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}


def faults(value: Any, schema: Any, document: Any, where: str = "$") -> list[str]:
    """Where a value is not of a schema's form."""
    assert schema.keys() <= KNOWN, f"this checker does not know {schema.keys() - KNOWN}"
    if "$ref" in schema:
        return faults(value, resolve(schema["$ref"], document), document, where)
    if "anyOf" in schema:
        tries = [faults(value, one, document, where) for one in schema["anyOf"]]
        return [] if any(not found for found in tries) else [fault for found in tries for fault in found]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{where}: {value!r} is none of {schema['enum']}"]
    if "const" in schema and value != schema["const"]:
        return [f"{where}: {value!r} is not {schema['const']!r}"]
    names = schema.get("type", [])
    wanted = [kind for name in ([names] if isinstance(names, str) else names) for kind in TYPES[name]]
    if wanted and type(value) not in wanted:
        return [f"{where}: {value!r} is no {names}"]
    most = schema.get("maxLength" if isinstance(value, str) else "maxItems")
    if isinstance(value, str | list) and most is not None and len(value) > most:
        return [f"{where}: {len(value)} of at most {most}"]
    return [*_object(value, schema, document, where), *_array(value, schema, document, where)]


def resolve(ref: str, document: Any) -> Any:
    found = document
    for part in ref.removeprefix("#/").split("/"):
        found = found[part]
    return found


def _object(value: Any, schema: Any, document: Any, where: str) -> list[str]:
    if not isinstance(value, dict):
        return []
    known, more = schema.get("properties", {}), schema.get("additionalProperties", {})
    found = [f"{where}.{name}: missing" for name in schema.get("required", []) if name not in value]
    for name, item in value.items():
        inner = known.get(name, more)
        if inner is False:
            found.append(f"{where}.{name}: not expected")
        else:
            found += faults(item, inner, document, f"{where}.{name}")
    return found


def _array(value: Any, schema: Any, document: Any, where: str) -> list[str]:
    if not isinstance(value, list) or "items" not in schema:
        return []
    return [
        fault
        for number, item in enumerate(value)
        for fault in faults(item, schema["items"], document, f"{where}[{number}]")
    ]
