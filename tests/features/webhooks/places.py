from tests.browser.place import Place

PLACES = (Place("where the result is told", "/t/{luz}/webhook"),)
