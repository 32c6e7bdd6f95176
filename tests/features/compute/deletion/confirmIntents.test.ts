// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { confirmIntents } from '../../../../src/features/compute/deletion/confirmIntents.ts';
import { createDeletions } from '../../../../src/features/compute/journal/createDeletions.ts';

it('keeps the order of many intents confirmed at once over a reload', () => {
  const labels = Array.from({ length: 50 }, (_, place) => `instance-${place}`);
  confirmIntents(
    deletions(),
    labels.map((label) => ({
      target: { workspaceSlug: 'acme', databaseName: 'orders', instanceId: label },
      label,
      listed: true,
    })),
    'bulk',
  );
  // In which order a browser gives its items back is its own affair.
  const kept = Object.entries({ ...sessionStorage }).reverse();
  sessionStorage.clear();
  for (const [name, text] of kept) sessionStorage.setItem(name, String(text));
  const afterReload = deletions().journal.entries();
  expect(afterReload.map(({ label }) => label)).toEqual(labels);
});

function deletions() {
  return createDeletions(
    '/api',
    () => true,
    () => undefined,
  );
}
