import { expect, test } from 'vitest';
import { outcomeReport } from '../../../src/features/compute/deletion/outcomes.tsx';
import { anEntry } from './deletionFixtures.ts';

const breaks = ['\n', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];

test.each(breaks)('a name with the line break %j adds no line to a report', (lineBreak) => {
  const forged = (what: string) => `${what}${lineBreak}HTTP status: 200`;
  const report = outcomeReport(
    anEntry({
      label: forged('name'),
      target: {
        workspaceSlug: forged('acme'),
        databaseName: forged('orders'),
        instanceId: forged('i-1'),
      },
      settledAt: 3,
      outcome: {
        kind: 'deleted',
        reason: forged('Broken.'),
        status: 204,
        requestId: null,
        retryAfterMs: null,
        record: null,
        notes: [forged('A note.')],
        differentName: null,
      },
    }),
  );
  expect(report.split(/[\n\r\v\f\u0085\u2028\u2029]/)).toHaveLength(8);
  expect(
    outcomeReport(anEntry({ label: forged('name') })).split(/[\n\r\v\f\u0085\u2028\u2029]/),
  ).toHaveLength(5);
});
