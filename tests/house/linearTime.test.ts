import { expect, it } from 'vitest';
import { hasNextLink } from '../../src/api/readList.ts';
import { parseInstanceLines } from '../../src/compute/AddInstancesDialog.tsx';
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
import { readEntry } from '../../src/subscription/history.ts';

type Work = (text: string) => unknown;

/** Linear work takes a few ms for a text of this length, and quadratic work longer than `maxUs` of CPU time. */
const hostileLength = 24_000;
const maxUs = 80_000;

/** Repeated alone, and each two of the first twelve. */
const units = [
  ...[' ', '.', '-', '"', ',', ';', '=', '/', 't', '0', '<', '%'],
  ...['\n', '\r', '\\', "'", '+', ':', '{', '[', '_', '|', 'Z', 'eyJ', '\0', '\u00e9', '\u0301'],
  ...['\u200b', '\u202e', '\ud83d', '\u{1f600}', '\u0430', '\ufb03', '%2e', '*'],
];
const pairs = units.slice(0, 12).flatMap((a, i) => units.slice(i + 1, 12).map((b) => a + b));
const hostileTexts = [...units, ...pairs].flatMap((unit) => {
  const text = unit.repeat(Math.ceil(hostileLength / unit.length));
  return [text, `x${text}/\0`];
});

/** The shortest of several CPU times counts, because other processes can slow a measurement down. */
function isSlow(text: string, work: Work): boolean {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const before = process.cpuUsage();
    try {
      work(text);
    } catch {}
    const { user, system } = process.cpuUsage(before);
    if (user + system < maxUs) return false;
  }
  return true;
}

const jsonOf = (value: object) => parseResponseBody('application/json', JSON.stringify(value));

/** Covers what they call, too: `readEntry` reads the dates of a record, for example. */
const works: Record<string, Work> = {
  ...{ hasNextLink, findPathValueProblem, findTextHazard, toBidiIsolatedText },
  foldForSearch,
  parseResponseBody: (text) => parseResponseBody(text, text),
  readErrorMessage: (text) => readErrorMessage(jsonOf({ message: text, errors: [text] })),
  parseRetryAfter: (text) => parseRetryAfter(text, text, 0),
  redactToken: (text) => redactToken(text, `${text.slice(0, 20)}x`),
  decodeInstance: (text) => decodeInstance({ id: text, name: text, created: text }),
  matchesPhrase: (text) => matchesPhrase(text, `${text}x`),
  findNamedInstances: (text) => findNamedInstances(text, []),
  parseInstanceLines: (text) => parseInstanceLines(text, () => false),
  parseRegion: (text) => [parseRegion(text), parseRegion(`A_${text}`)],
  readEntry: (text) =>
    readEntry({ workspace: '', level: text, validFrom: text, validTo: text, raw: null }, 0),
  paths: (text) => [paths.screenOf(`/workspaces/${text}`), paths.workspaceOf(`/workspaces/${text}`)],
  toCsv: (text) => toCsv([[text, `;${text}`]]),
  createRequestLogEntry: (text) => createRequestLogEntry({ headers: { 'x-request-id': text } }),
  findProtectedPattern: (text) => findProtectedPattern([`${text}*`, `*${text.slice(1)}`], [text]),
  manyAsterisks: (text) => findProtectedPattern(['*a'.repeat(1_000)], [text]),
};

it.each(Object.entries(works))('%s processes text in linear time', { timeout: 120_000 }, (_, work) => {
  expect(hostileTexts.filter((text) => isSlow(text, work)).map((text) => text.slice(0, 12))).toEqual([]);
});
