import { expect, it } from 'vitest';
import { hasNextLink } from '../../src/api/readList.ts';
import { readInstanceLines } from '../../src/compute/AddInstancesDialog.tsx';
import { matchesPhrase } from '../../src/compute/DeleteQuestion.tsx';
import { findNamedInstances } from '../../src/compute/SelectFromListDialog.tsx';
import { findTextHazard, toBidiIsolatedText } from '../../src/format/text.ts';
import { paths } from '../../src/paths.ts';
import { parseResponseBody, readErrorMessage } from '../../src/rules/body.ts';
import { toCsv } from '../../src/rules/csv.ts';
import { decodeInstance, parseRegion } from '../../src/rules/instanceRecord.ts';
import { findPathValueProblem } from '../../src/rules/pathValues.ts';
import { findProtectedPattern } from '../../src/rules/policy.ts';
import { foldForSearch, redactToken } from '../../src/rules/text.ts';
import { parseRetryAfter } from '../../src/rules/time.ts';
import { createRequestLogEntry } from '../../src/server/requestLog.ts';
import { hasNonBearerChallenge, pickHeaders } from '../../src/server/service/response.ts';
import { readEntry } from '../../src/subscription/history.ts';
import { aRecord } from '../subscription/generatedHistory.ts';

type Work = (text: string) => unknown;

/** Length at which quadratic work takes longer than `suspiciousUs`. */
const hostileLength = 24_000;
/** CPU time (µs) from which a call counts as suspicious. */
const suspiciousUs = 80_000;

/** The texts repeat one or two of these. The first twelve are also repeated in pairs. */
const characters = [
  ...[' ', '.', '-', '"', ',', ';', '=', '/', 't', '0', '<', '%'],
  ...['\t', '\n', '\r', '\\', "'", '+', ':', '{', '[', '_', '|', 'a', 'Z', 'eyJ', '\0', '\u00e9', '\u0301'],
  ...['\u200b', '\u202e', '\u2028', '\ud83d', '\u{1f600}', '\u0430', '\ufb03', '%2e', '%25', '%c3%a9', '*'],
];
const firstTwelve = characters.slice(0, 12);
const pairs = firstTwelve.flatMap((a, index) => firstTwelve.slice(index + 1).map((b) => a + b));
const repeat = (unit: string) => unit.repeat(Math.ceil(hostileLength / unit.length));
const hostileTexts = [
  ...characters.flatMap((character) => [repeat(character), `x${repeat(character)}/\0`]),
  ...[...characters.map((character) => `x${character}`), ...pairs].map(repeat),
];

/** Linear work takes twice as long for a whole text as for its half, and quadratic work four times as long. */
async function isSuperlinear(text: string, work: Work): Promise<boolean> {
  let wholeTextUs = await cpuTime(text, work);
  let halfTextUs = Number.POSITIVE_INFINITY;
  // Compare the shortest of several times, because other processes can slow a measurement down.
  for (let attempt = 0; attempt < 4 && wholeTextUs >= suspiciousUs; attempt += 1) {
    halfTextUs = Math.min(halfTextUs, await cpuTime(text.slice(0, text.length / 2), work));
    wholeTextUs = Math.min(wholeTextUs, await cpuTime(text, work));
  }
  return wholeTextUs >= suspiciousUs && wholeTextUs >= 3 * halfTextUs;
}

/** Returns the CPU time (µs) of `work`. Wall time would include other processes. */
async function cpuTime(text: string, work: Work): Promise<number> {
  const usageBefore = process.cpuUsage();
  try {
    await work(text);
  } catch {}
  const { user, system } = process.cpuUsage(usageBefore);
  return user + system;
}

const jsonOf = (value: object) => parseResponseBody(500, 'application/json', JSON.stringify(value));

const functionsOfText: Work[] = [
  ...[hasNextLink, hasNonBearerChallenge, findPathValueProblem],
  ...[findTextHazard, foldForSearch, toBidiIsolatedText],
];

/** Covers what they call, too: `readEntry` reads the dates of a record, for example. */
it.each<[string, Work]>([
  ...functionsOfText.map((work): [string, Work] => [work.name, work]),
  ['parseResponseBody', (text) => parseResponseBody(200, text, text)],
  ['readErrorMessage', (text) => readErrorMessage(jsonOf({ message: text, errors: [text] }))],
  ['parseRetryAfter', (text) => parseRetryAfter(text, text, 0)],
  ['redactToken', (text) => redactToken(text, `${text.slice(0, 20)}x`)],
  ['decodeInstance', (text) => decodeInstance({ id: text, name: text, created: text })],
  ['matchesPhrase', (text) => matchesPhrase(text, `${text}x`)],
  ['findNamedInstances', (text) => findNamedInstances(text, [])],
  ['readInstanceLines', (text) => readInstanceLines(text, () => false)],
  ['parseRegion', (text) => [parseRegion(text), parseRegion(`A_${text}`)]],
  ['readEntry', (text) => readEntry(aRecord({ level: text, validFrom: text, validTo: text }), 0, 'id')],
  ['paths', (text) => [paths.screenOf(`/workspaces/${text}`), paths.workspaceOf(`/workspaces/${text}`)]],
  ['toCsv', (text) => toCsv([[text, `;${text}`]])],
  ['createRequestLogEntry', (text) => createRequestLogEntry({ headers: { 'x-request-id': text } })],
  ['pickHeaders', (text) => pickHeaders({ 'x-request-id': text }, ['x-request-id'])],
  ['findProtectedPattern', (text) => findProtectedPattern([`${text}*`, `*${text.slice(1)}`], [text])],
  ['findProtectedPattern with many asterisks', (text) => findProtectedPattern(['*a'.repeat(1_000)], [text])],
])('%s processes text in linear time', { timeout: 120_000 }, async (_, work) => {
  const slowTexts = [];
  for (const text of hostileTexts) if (await isSuperlinear(text, work)) slowTexts.push(text.slice(0, 12));
  expect(slowTexts).toEqual([]);
});
