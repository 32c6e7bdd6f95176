/**
 * A cell that a spreadsheet would run as a formula, behind any number of apostrophes: counting those in lets a reader
 * take off exactly the one that `toCsv` put on, also where the text itself began with some.
 */
export const csvFormula = /^'*[=+\-@\t\r\n＝＋－＠]/;
