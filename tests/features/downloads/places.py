from tests.browser.place import Place

PLACES = (
    Place("take it with you", "/t/{over}/out"),
    Place("take it with you, totals hidden", "/t/{secret}/out"),
    Place("on paper", "/t/{fifty-over}/print"),
    Place("twelve on paper", "/t/{twelve-ended}/print"),
)
