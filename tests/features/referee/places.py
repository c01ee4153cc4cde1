from urllib.parse import urlencode

from companion.forms.asking import forms_of
from companion.forms.help import Example, Help
from companion.games import all_games
from tests.browser.place import Place

AUDIT = "kind=coloured&wall=BYRKWWBY---WB-R-KW--Y----&rounds=6&floor=8"


def _questions():
    """Each of the referee's questions before its first tap, and one that is answered where the guide has an example."""
    for game in all_games().values():
        known = game.help or Help()
        examples = {part.ask: part for _, parts in known.guide for part in parts if isinstance(part, Example)}
        for ask in forms_of(game):
            yield Place(f"referee: {ask}", f"/referee/{ask}", "stranger", is_repeated=ask in examples)
            if ask in examples:
                fields = urlencode([*examples[ask].fields, ("claim", "14")]).replace("{", "{{").replace("}", "}}")
                yield Place(f"referee: {ask}, answered", f"/referee/{ask}?{fields}", "stranger")


PLACES = (
    *(Place(f"guide of {key}", f"/guide/{key}", "stranger", is_sampled=key == "luz") for key in all_games()),
    Place("referee", "/referee", "stranger"),
    Place("referee, searched", "/referee?q=tie", "stranger"),
    Place("referee, nothing found", "/referee?q=zzz", "stranger"),
    *_questions(),
    Place("referee: azul/audit, answered", f"/referee/azul/audit?{AUDIT}&claim=40", "stranger", is_sampled=True),
    Place("referee: azul/audit, too few rounds", "/referee/azul/audit?wall=BYR&rounds=2&floor=x", "stranger"),
    Place("referee, a question to scan", "/referee/luz/bet/show?deal=1&beads=3&tricks=3", "stranger"),
    Place("referee, a claim that is no number", "/referee/luz/bet?deal=1&beads=3&tricks=3&claim=x", "stranger"),
)
