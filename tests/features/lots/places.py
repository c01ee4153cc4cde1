from tests.browser.place import Place

PLACES = (Place("who begins, and dice", "/lots?player=小雯&player=阿明&dice=2"),)
