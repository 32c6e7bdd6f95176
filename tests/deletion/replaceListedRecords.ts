import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { stubFetch } from './deleteOnScreen.ts';

/** Returns a changed record, or null to remove the record from the list. */
type Change = (record: { name: string }) => object | null;

/**
 * Changes the records that the service lists, and clicks Refresh behind an open dialog.
 * @param changes the change of each record, by the name of the record
 */
export async function replaceListedRecords(changes: Record<string, Change>): Promise<void> {
  let readCount = 0;
  stubFetch(async (url, init, fetch) => {
    const response = await fetch(url, init);
    if (init?.method === 'DELETE' || !url.endsWith('/compute')) return response;
    const records: { name: string }[] = await response.json();
    readCount += 1;
    const changedRecords = records.flatMap((record) => {
      const change = changes[record.name];
      return change === undefined ? record : (change(record) ?? []);
    });
    return Response.json(changedRecords, { headers: { date: response.headers.get('date') ?? '' } });
  });
  screen.getByRole('button', { name: 'Refresh', hidden: true }).click();
  await waitFor(() => expect(readCount).toBeGreaterThan(0));
}

/** Returns a change that replaces an instance with a later instance of the same ID. */
export function recreatedAs(name: string): Change {
  return (record) => ({ ...record, name, created: '2038-01-01T00:00:00Z' });
}
