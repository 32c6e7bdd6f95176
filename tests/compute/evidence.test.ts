import { expect, it } from 'vitest';
import { createEvidence } from '../../src/compute/ItemActions.tsx';
import { aDeletion, anItem } from './fixtures.ts';

const confirmedAt = Date.parse('2026-11-25T19:39:12Z');
const place = { environment: 'Production', recovery: null, url: 'https://console/activity?deletion=1' };

it('several → who, why, a line for each, and the address of the entry', () => {
  const items = [
    anItem('deleted', {
      instanceId: 'one',
      endedAt: confirmedAt,
      outcome: { status: 200, requestId: 'r-1' },
    }),
    anItem('not-sent', { instanceId: 'two', name: null, outcome: { message: 'sam stopped it.' } }),
  ];
  const deletion = aDeletion(items, { confirmedAt, reason: 'INC-1', stopReason: 'sam stopped it.' });
  expect(createEvidence(deletion, place)).toBe(`Deletion of 2 instances in workspace acme (Production)
Requested 2026-11-25 19:39:12 UTC by jo@example.com
Reason: INC-1
Result: 1 deleted, 1 not sent
Stopped: sam stopped it.

result    name  database  ID   response (UTC)       HTTP  request ID  why
Deleted   one   orders    one  2026-11-25 19:39:12  200   r-1
Not sent        orders    two                                         sam stopped it.

https://console/activity?deletion=1
`);
});

it('a name with a line break or a hidden character → stays on its line, as a code', () => {
  const text = createEvidence(aDeletion([anItem('deleted', { name: 'a\nb\u200bc' })]), place);
  expect(text).toContain('a[U+000A]b[U+200B]c');
});
