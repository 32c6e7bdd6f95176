import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, vi } from 'vitest';

/** Returns a changed record, or null to remove the record from the list. */
type Change = (record: { name: string }) => object | null;

/**
 * Changes the records that the service lists, and clicks Refresh behind an open dialog.
 * @param changes a function for each record to change, by name
 */
export async function replaceListed(changes: Record<string, Change>): Promise<void> {
  const { fetch } = globalThis;
  let reads = 0;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const response = await fetch(input, init);
    if (init?.method === 'DELETE' || !/\/compute$/.test(input)) return response;
    const records: { name: string }[] = await response.json();
    reads += 1;
    const listed = records.flatMap((record) => {
      const change = changes[record.name];
      return change === undefined ? record : (change(record) ?? []);
    });
    return Response.json(listed, { headers: { date: response.headers.get('date') ?? '' } });
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const refresh = screen.getByRole('button', { name: 'Refresh', hidden: true });
  // Wait, because the button does nothing while the lists load.
  await waitFor(() => expect(refresh).toHaveAttribute('aria-disabled', 'false'));
  refresh.click();
  await waitFor(() => expect(reads).toBeGreaterThan(0));
}

/** Returns a change that replaces an instance by a later instance with the same ID. */
export function recreatedAs(name: string): Change {
  return (record) => ({ ...record, name, created: '2038-01-01T00:00:00Z' });
}
