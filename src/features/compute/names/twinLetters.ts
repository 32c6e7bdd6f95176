/** Letters of other scripts that look like a Latin one in most fonts, each with the letter it looks like. */
export const twinLetters: ReadonlyMap<string, string> = new Map([
  ...pairs('асеорхуіјѕһԁԛԝӏґ', 'aceopxyijshdqwlr'),
  ...pairs('АВСЕНІЈКМОРЅТХУҮ', 'ABCEHIJKMOPSTXYY'),
  ...pairs('οανρικυϲϳτ', 'oavpikucjt'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
  ...pairs('ıɑɡɩʟǃ', 'iagil!'),
]);

function pairs(others: string, latin: string): [string, string][] {
  const letters = [...latin];
  return [...others].map((other, place) => [other, letters[place] ?? other]);
}
