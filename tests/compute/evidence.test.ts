import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEvidence, toHtml, toMarkdown } from '../../src/compute/evidence.ts';
import { toVisibleText } from '../../src/format/text.ts';
import { aDeletion } from './fixtures.ts';

const confirmedAt = Date.parse('2026-11-25T19:39:12Z');
const place = { workspace: 'acme', environment: 'Production' };

const common = { name: 'orders-one', reason: 'INC-4312', confirmedAt };
const answer = { status: 200, requestId: 'req-1' };
const stopped = { outcome: { message: '@sam stopped it.' } };
const results = [
  aDeletion('deleted', { ...common, instanceId: 'one', endedAt: confirmedAt + 400, outcome: answer }),
  aDeletion('unknown', { ...common, instanceId: 'two', name: null }),
  aDeletion('not-sent', { ...common, ...stopped, instanceId: 'three', confirmedAt: confirmedAt + 65_000 }),
];

it('Markdown → who, why, a row per instance, what results mean, what was missing', () => {
  expect(toMarkdown(createEvidence(results, place, ['orders-old', 'x-1'])).split('\n')).toEqual([
    '**Deletion of 3 compute instances, workspace `acme` (`Production`)**',
    '',
    '- Requested 2026-11-25 19:39:12 to 2026-11-25 19:40:17 UTC by `jo@example.com`',
    '- Reason: `INC-4312`',
    '- 1 deleted, 1 no clear result, 1 not sent',
    '',
    '| result | name | database | ID | response (UTC) | HTTP | request ID |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| Deleted | `orders-one` | `orders` | `one` | 2026-11-25 19:39:12 | 200 | `req-1` |',
    '| No clear result |  | `orders` | `two` |  |  |  |',
    '| Not sent | `orders-one` | `orders` | `three` |  |  |  |',
    '',
    '- Deleted: the service queued the deletion. The console has no proof of erasure.',
    '- No clear result: the request was sent, but no response says whether the instance was deleted.',
    '- Not sent: no request was sent.',
    '- `three`: `@sam stopped it.`',
    '- Named, but not in the list: `orders-old`, `x-1`',
    '',
  ]);
});

describe('a value in Markdown', () => {
  const special = fc.constantFrom(...'`|\\_*~@#<>[]()& \n\r\u2028\u200bé𝔘', '__init__', '`|`', '\\|');
  const value = fc
    .array(fc.oneof(special, fc.string({ maxLength: 3 })), { maxLength: 12 })
    .map((all) => all.join(''));

  it.each([
    ['GitHub', /(?<!\\)\|/],
    ['programs where a backslash escapes itself', /(?<!(?<!\\)(?:\\\\)*\\)\|/],
  ])('is one cell and stays what it is: %s', (_, separator) => {
    fc.assert(
      fc.property(value, value, value, (name, instanceId, requestId) => {
        const deletion = aDeletion('deleted', { name, instanceId, outcome: { requestId } });
        const table = toMarkdown(createEvidence([deletion], place)).split('\n| --- ')[1] ?? '';
        const [, row = '', end] = table.split(/[\n\r\u2028]/);
        expect(end).toBe('');
        const cells = row.split(separator).map((cell) => cell.trim());
        expect(cells.length).toBe(9);
        expect([cells[2], cells[4], cells[7]].map(readCodeSpan)).toEqual(
          [name, instanceId, requestId].map((text) => toVisibleText(text).replaceAll('\\|', '\\[U+007C]')),
        );
      }),
    );
  });
});

/** The text of a cell that is one code span: https://spec.commonmark.org/0.31.2/#code-spans */
function readCodeSpan(cell = ''): string {
  if (cell === '') return '';
  const fence = /^`+/.exec(cell)?.[0] ?? '';
  const end = [...cell.matchAll(/`+/g)].find(({ index, 0: run }) => index > 0 && run === fence)?.index ?? 0;
  expect(end + fence.length).toBe(cell.length);
  const content = cell.slice(fence.length, end).replaceAll('\\|', '|');
  return /^ .*[^ ].* $/.test(content) ? content.slice(1, -1) : content;
}

it('HTML has the same facts, and no value becomes an element', () => {
  const name = '<img src=x onerror="alert(1)">&amp;`__init__`';
  const html = toHtml(createEvidence([aDeletion('accepted', { name, reason: '@everyone' })], place, ['<b>']));
  expect(html.match(/<(?!\/)[^>]*>/g)?.map((tag) => tag.replace(/ .*/, '>'))).not.toContain('<img>');
  expect(html).toContain('<code>&#60;img src=x onerror=&#34;alert(1)&#34;&#62;&#38;amp;`__init__`</code>');
  expect(html).toContain('<li>Reason: <code>@everyone</code></li>');
  expect(html).toContain("<li>Accepted: the service accepted the request. It hasn't said");
  expect(html).toContain('not in the list: <code>&#60;b&#62;</code>');
});
