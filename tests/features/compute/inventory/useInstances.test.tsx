// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { useInstances } from '../../../../src/features/compute/inventory/useInstances.ts';
import { createDeletions } from '../../../../src/features/compute/journal/createDeletions.ts';
import { DeletionsContext } from '../../../../src/features/compute/journal/useDeletions.ts';
import { createRequestLog } from '../../../../src/session/createRequestLog.ts';
import { SessionContext } from '../../../../src/session/useSession.ts';
import { anEntry } from '../journal/anEntry.ts';

const nothing = () => undefined;

test('where only this browser knows instances, a change of the journal leaves the rows as they are', () => {
  const deletions = createDeletions('/api', () => true, nothing);
  const session = {
    workspaceSlug: 'acme',
    connection: { serviceUrl: '/api', token: 'sandbox-token' },
    signOut: nothing,
    requests: createRequestLog(),
    proveWorkspace: async () => null,
  };
  const inventory = {
    databases: [],
    added: ['a', 'b'].map((id) => ({ databaseName: 'orders', id, name: null })),
    protectedKeys: [],
    storageProblem: null,
  };
  function Around({ children }: { children: ReactNode }) {
    return (
      <QueryClientProvider client={new QueryClient()}>
        <SessionContext value={session}>
          <DeletionsContext value={deletions}>{children}</DeletionsContext>
        </SessionContext>
      </QueryClientProvider>
    );
  }
  const { result } = renderHook(() => useInstances(null, inventory), { wrapper: Around });
  const { rows } = result.current;
  expect(rows.map(({ id }) => id)).toEqual(['a', 'b']);
  act(() => deletions.journal.add([anEntry({ intentKey: 'a' })]));
  expect(result.current.marks.size).toBe(1);
  expect(result.current.rows).toBe(rows);
});
