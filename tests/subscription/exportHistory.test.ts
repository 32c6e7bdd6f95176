import { expect, it } from 'vitest';
import { exportHistory } from '../../src/subscription/exportHistory.ts';
import { deriveHistory } from '../../src/subscription/history.ts';
import { aRecord } from './generatedHistory.ts';

const records = [
  aRecord({ level: '=1+1', validFrom: '2024-03-11T00:00:00Z' }),
  aRecord({ level: 'A, "B"\nC', validFrom: '2024-02-01', validTo: '2024-02-29T23:59:59Z', plan: 7 }),
];
const now = Date.UTC(2024, 5, 11);
const rows = deriveHistory(records, 'acme').newestFirst.map((entry) => ({
  entry,
  zone: 'UTC' as const,
  now,
}));

it('exportHistory writes CSV with the stated end dates, and no cell is a formula', () => {
  const csv = exportHistory.csv(rows);
  expect(csv.split('\r\n')[0]).toBe('level,from,to,state,duration,change,notes,workspace,validFrom,validTo');
  expect(csv).toContain(`\r\n"'=1+1",2024-03-11T00:00:00.000Z,,Current,3 months so far,`);
  expect(csv).toContain('"A, ""B""\nC",2024-02-01T00:00:00.000Z,2024-02-29T23:59:59.000Z,Ended,1 month,');
  expect(csv).toContain('No subscription for 10 days before it.');
});

it('exportHistory writes JSON with every field that the service sent', () => {
  expect(JSON.parse(exportHistory.json(rows))).toMatchObject([
    { level: '=1+1', to: null, state: 'Current', record: records[0]?.raw },
    { to: '2024-02-29T23:59:59.000Z', state: 'Ended', record: { plan: 7 } },
  ]);
  expect(JSON.parse(exportHistory.json([]))).toEqual([]);
});
