import fc from 'fast-check';

const nasty = fc.constantFrom(
  '.',
  '..',
  '/',
  '\\',
  '%',
  '%2e',
  '%2E',
  '%2f',
  '?',
  '#',
  ';',
  '\u0000',
  '\r\n',
  '\ud800',
  'ä',
  ' ',
  '@',
  ':',
);
/** Path values with dots, slashes, percent signs, lone surrogates and other difficult characters. */
export const pathValue = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }) },
  { weight: 8, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.oneof(nasty, fc.string({ maxLength: 3 })), { maxLength: 5 })
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ minLength: 505, maxLength: 520 }) },
);
