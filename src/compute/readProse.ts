import { anyToken, type InstanceIndex, type Mention, normalizeWithOffsets } from './instanceIndex.ts';

export function readProse(text: string, index: InstanceIndex): readonly Mention[] {
  const { text: normalized, offsets } = normalizeWithOffsets(text);
  const isWrapped = ({ start, end }: Mention) => lineBreak.test(text.slice(offsets[start], offsets[end]));
  const occurrences = findOccurrences(normalized, index);
  const mentions = joinOverlapping(occurrences.map((each) => ({ ...each, isDoubtful: isWrapped(each) })));
  return [...mentions, ...findOtherWords(normalized, mentions)]
    .sort((a, b) => a.start - b.start)
    .map((mention) => ({ ...mention, start: offsets[mention.start] ?? 0, end: offsets[mention.end] ?? 0 }))
    .filter(({ rows, removal, start, end }) => {
      return (
        rows.length > 0 || removal !== null || isMissingName(text.slice(start, end).replace(/[>\s]+/g, ''))
      );
    });
}

const lineBreak = /[\r\n\t\v\f\u2028\u2029]/;
const joinsBefore = /[\p{L}\p{M}\p{N}_-]$|[\p{L}\p{M}\p{N}][.:/@+~#%\\]$/u;
const joinsAfter = /^(?:[\p{L}\p{M}\p{N}_-]|[.:/@+~#%\\][\p{L}\p{N}])/u;

/** Two characters, which are up to four UTF-16 units, decide if a mention is part of a longer name. */
function isWhole(text: string, start: number, end: number): boolean {
  return (
    !joinsBefore.test(text.slice(Math.max(0, start - 4), start)) && !joinsAfter.test(text.slice(end, end + 4))
  );
}

function findOccurrences(text: string, { named, lengths }: InstanceIndex): readonly Mention[] {
  // A wrapped line can divide a name, but two lines can also be two names.
  const unwrapped = text.replaceAll('\n', ' ');
  const occurrences: Mention[] = [];
  for (const { 0: token, index: start } of text.matchAll(anyToken))
    for (const length of lengths.get(token) ?? []) {
      const end = start + length;
      const name = unwrapped.slice(start, end);
      const instances = end > text.length ? undefined : named.get(name);
      if (instances !== undefined && isWhole(text, start, end))
        occurrences.push({ start, end, ...instances, isDoubtful: false });
    }
  return occurrences.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Drops what lies inside a longer mention. Where two overlap, or a line break divides one, the admin chooses. */
function joinOverlapping(occurrences: readonly Mention[]): readonly Mention[] {
  const joined: Mention[] = [];
  for (const mention of occurrences) {
    const last = joined.at(-1);
    if (last === undefined || mention.start >= last.end) {
      joined.push(mention);
      continue;
    }
    const overlaps = mention.end > last.end;
    if (!overlaps && !last.isDoubtful) continue;
    joined[joined.length - 1] = {
      ...last,
      end: Math.max(last.end, mention.end),
      rows: [...new Set([...last.rows, ...mention.rows])],
      isDoubtful: last.isDoubtful || overlaps,
    };
  }
  return joined;
}

const url = /\b(?:[a-z][a-z0-9+.-]{0,20}:\/\/|www\.)[^\s<>|"]+/g;
const word = /[\p{L}\p{M}\p{N}_-]+(?:[.:/@+~#%\\][\p{L}\p{M}\p{N}_-]+|'(?!s\b)[\p{L}\p{M}\p{N}_-]+)*/gu;

function findOtherWords(text: string, mentions: readonly Mention[]): readonly Mention[] {
  const blank = (part: string) => ' '.repeat(part.length);
  const prose = text.replace(url, blank);
  let rest = '';
  for (const { start, end } of mentions)
    rest += prose.slice(rest.length, start) + blank(prose.slice(start, end));
  rest += prose.slice(rest.length);
  return Array.from(rest.matchAll(word), ({ 0: { length }, index }) => {
    return { start: index, end: index + length, rows: [], removal: null, isDoubtful: false };
  });
}

export const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const looksLikeName = /\p{N}|[\p{L}\p{M}\p{N}][-_/\u2010-\u2015][\p{L}\p{N}]/u;

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

const otherThings = [
  /^[^@]+@[^@.]+\.[^@]+$/,
  /^[A-Z][A-Z\d_]*[-\u2010-\u2015]\d+$/,
  // A time with a word, such as 2026-01-05T10:00Z, 10:30am or 16:02utc.
  /^\d{4}-\d\d-\d\dt[\d:.]+(?:z|[+-][\d:]+)?$/i,
  /^\d{1,2}(?::\d\d){0,2}(?:\.\d+)?(?:am|pm|h|z|utc|gmt|cet|cest)$/i,
  // A date with a word, such as 5-Jan-2026, Jan-05 or the 1st.
  new RegExp(`^\\d{1,2}[-./]?${month}(?:[-./]?\\d{2,4})?$`, 'i'),
  new RegExp(`^${month}[-./]?\\d{1,4}(?:[-./]\\d{2,4})?$`, 'i'),
  /^\d{1,2}(?:st|nd|rd|th)$/i,
];

/** True if a word that isn't listed may be meant as a name or an ID. Without a letter it is a number, a date or a time. */
function isMissingName(text: string): boolean {
  if (uuidPattern.test(text)) return true;
  return (
    /\p{L}/u.test(text) && looksLikeName.test(text) && !otherThings.some((pattern) => pattern.test(text))
  );
}
