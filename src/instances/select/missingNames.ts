const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const looksLikeName = /\p{N}|[\p{L}\p{M}\p{N}][-_/\u2010-\u2015][\p{L}\p{N}]/u;

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

/** What has a digit or a hyphen without being a name. */
const otherThings = [
  // An e-mail address.
  /^[^@]+@[^@.]+\.[^@]+$/,
  // A ticket key, such as INC-4312.
  /^[A-Z][A-Z\d_]*[-\u2010-\u2015]\d+$/,
  // A time with a word, such as 2026-01-05T10:00Z, 10:30am or 16:02utc.
  /^\d{4}-\d\d-\d\dt[\d:.]+(?:z|[+-][\d:]+)?$/i,
  /^\d{1,2}(?::\d\d){0,2}(?:\.\d+)?(?:am|pm|h|z|utc|gmt|cet|cest)$/i,
  // A date with a word, such as 5-Jan-2026, Jan-05 or the 1st.
  new RegExp(`^\\d{1,2}[-./]?${month}(?:[-./]?\\d{2,4})?$`, 'i'),
  new RegExp(`^${month}[-./]?\\d{1,4}(?:[-./]\\d{2,4})?$`, 'i'),
  /^\d{1,2}(?:st|nd|rd|th)$/i,
];

/** True if a word that isn't listed may be meant as a name or an ID. */
export function isMissingName(word: string): boolean {
  if (uuid.test(word)) return true;
  // Without a letter it is a number, a date or a time.
  return (
    /\p{L}/u.test(word) && looksLikeName.test(word) && !otherThings.some((pattern) => pattern.test(word))
  );
}
