from tests.browser.place import Place

# Its examples are JSON, whose keys are English in Chinese too.
PLACES = (Place("addresses for programs", "/api", "stranger", is_repeated=True),)
