"""The captures that readers are tried on: the example of each, and the composed inputs."""

from dataclasses import dataclass
from pathlib import Path

from contention.readers import READERS, Reader

FOLDER = Path(__file__).parents[1] / "readers" / "inputs"
REFUSED = Path(__file__).parents[1] / "readers" / "refused"


@dataclass(frozen=True)
class Input:
    """One capture, and the reader that it belongs to."""

    reader: Reader
    name: str
    data: bytes

    @property
    def text(self) -> bool:
        return not self.reader.binary


def _found(folder: Path) -> list[Input]:
    return [
        Input(READERS[path.parent.name], f"{path.parent.name}/{path.name}", path.read_bytes())
        for path in sorted(folder.glob("*/*"))
    ]


def _example(reader: Reader) -> bytes:
    return reader.make_example() if reader.make_example else reader.example.encode()


EXAMPLES = [
    Input(reader, f"{reader.name}/example", _example(reader)) for reader in READERS.values()
]
COMPOSED = _found(FOLDER)
REFUSALS = _found(REFUSED)
INPUTS = EXAMPLES + COMPOSED


def inputs_of(reader: str) -> list[Input]:
    """The example and the composed inputs of one reader."""
    return [one for one in INPUTS if one.reader.name == reader]
