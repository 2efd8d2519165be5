"""A package's public names stay what they are, whatever of it is imported later."""

import pkgutil
from importlib import import_module
from types import ModuleType

import tda_sim


def test_no_module_takes_the_place_of_a_public_name_of_its_package() -> None:
    packages = [module.name for module in pkgutil.walk_packages(tda_sim.__path__, "tda_sim.") if module.ispkg]
    assert "tda_sim.bench" in packages
    for name in packages:
        package = import_module(name)
        public = {word: getattr(package, word) for word in getattr(package, "__all__", ())}
        for module in pkgutil.iter_modules(package.__path__):
            if module.name in public and not isinstance(public[module.name], ModuleType):
                # Imported with the package, so that no later import can put the module in the name's place.
                assert getattr(public[module.name], "__module__", "") == f"{name}.{module.name}", (name, module.name)
