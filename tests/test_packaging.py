"""What the package holds: the list in pyproject.toml against the folders, and no module that only Unix can import."""

import ast
import re
import tomllib
from importlib import metadata, resources
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
SETUPTOOLS = PROJECT["tool"]["setuptools"]
CONTENT = {"analyses", "decks", "reports", "strategies"}
UNIX_ONLY = {"crypt", "fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}


def packages(top: Path, name: str) -> set[str]:
    files = top.rglob("*.py")
    return {".".join((name, *path.parent.relative_to(top).parts)) for path in files}


def test_every_folder_of_the_library_and_of_content_is_packaged() -> None:
    content = [packages(ROOT / name, f"tda_sim.{name}") for name in CONTENT]
    assert packages(ROOT / "tda_sim", "tda_sim").union(*content) == set(SETUPTOOLS["packages"])


def test_content_at_the_top_is_mapped_into_the_package() -> None:
    mapped = {package: folder for package, folder in SETUPTOOLS["package-dir"].items() if package != "tda_sim"}
    assert mapped == {f"tda_sim.{name}": name for name in CONTENT}
    assert all((ROOT / name).is_dir() for name in CONTENT)


def test_every_data_file_matches_a_packaged_pattern() -> None:
    for package in SETUPTOOLS["packages"]:
        top, *below = package.split(".")[1:] or [""]
        folder = (ROOT / top if top in CONTENT else ROOT / "tda_sim" / top).joinpath(*below)
        patterns = SETUPTOOLS["package-data"].get(package, [])
        below_it = folder.rglob("*") if package.count(".") else folder.iterdir()
        others = {
            folder / each[len(package) + 1 :] for each in SETUPTOOLS["packages"] if each.startswith(f"{package}.")
        }
        files = {path for path in below_it if path.is_file() and path.suffix not in {".md", ".py", ".pyc"}}
        matched = {path for pattern in patterns for path in folder.glob(pattern)}
        own, packaged = ({path for path in found if not others & {*path.parents}} for found in (files, matched))
        assert own == packaged, package


def test_content_is_found_in_the_installed_package() -> None:
    for name in CONTENT:
        assert resources.files(f"tda_sim.{name}").is_dir()
    assert resources.files("tda_sim").joinpath("py.typed").is_file()


def test_the_command_is_installed() -> None:
    (command,) = metadata.entry_points(group="console_scripts", name="tda")
    assert command.value == "tda_sim.cli.app:main"


def test_every_runtime_dependency_says_what_it_is_for() -> None:
    listed = (ROOT / "pyproject.toml").read_text().split("\ndependencies = [")[1].split("\n]")[0]
    for line in filter(None, map(str.strip, listed.splitlines())):
        assert re.match(r'"[^"]+",\s+# \w', line), line


def test_the_changelog_tells_of_this_version() -> None:
    assert f"## [{PROJECT['project']['version']}]" in (ROOT / "CHANGELOG.md").read_text()


def test_no_module_needs_at_its_import_what_windows_lacks() -> None:
    for path in (ROOT / "tda_sim").rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not UNIX_ONLY & {name.split(".")[0] for name in names}, path
