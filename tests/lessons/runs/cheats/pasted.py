"""The healthy library as a string, which a learner could paste into their own file."""

import base64
import json
import zlib
from functools import cache

from lessons.runs.sources import healthy_texts
from tests.lessons.runs.cheats.cheat import FIND_CALLS


@cache
def pasted_library() -> str:
    """The healthy library, packed into a string, and what imports it."""
    packed = base64.b85encode(zlib.compress(json.dumps(dict(healthy_texts())).encode())).decode()
    return f"""
import base64, importlib, importlib.util, json, sys, zlib
PACKED = {packed!r}
class Pasted:
    texts = json.loads(zlib.decompress(base64.b85decode(PACKED)))
    def find_spec(self, name, path=None, target=None):
        first, *rest = name.split('.')
        if first == 'pasted':
            for file in ('/'.join([*rest, '__init__.py']), '/'.join(rest) + '.py'):
                if file in self.texts:
                    package = file.endswith('__init__.py')
                    return importlib.util.spec_from_loader(name, self, origin=file, is_package=package)
    def create_module(self, spec):
        return None
    def exec_module(self, module):
        exec(compile(self.texts[module.__spec__.origin], module.__spec__.origin, 'exec'), module.__dict__)
sys.meta_path.insert(0, Pasted())
def pasted():
    for part in ('nn', 'optim', 'training', 'gradcheck', 'lab.tense', 'lab.replay', 'lab.ensemble', 'lab.probes',
                 'lab.linearised'):
        importlib.import_module('pasted.' + part)
    return sys.modules['pasted']
"""


def answered_by_pasted(and_first: str = "") -> str:
    """The pasted library answers every call; before that, something is done for show."""
    return (
        pasted_library()
        + FIND_CALLS
        + f"""
def answering(call):
    def answer(code, **values):
        {and_first or "pass"}
        library = pasted()
        return call(type(code)(library.nn, library), **values)
    return answer
CALLS.update({{name: answering(call) for name, call in list(CALLS.items())}})
"""
    )
