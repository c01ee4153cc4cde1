from tests.browser.place import Place

PLACES = (Place("addresses for programs", "/api", "stranger"),)
