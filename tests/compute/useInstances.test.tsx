// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { instancesQuery } from '../../src/api/computeInstances.ts';
import { decodeInstance } from '../../src/api/instanceRecord.ts';
import { createDeletionLog } from '../../src/features/compute/deletion/deletionLog.ts';
import { createDeletions, DeletionsContext } from '../../src/features/compute/deletion/useDeletions.ts';
import { instanceKey } from '../../src/features/compute/instanceRow.ts';
import { inventoryOf } from '../../src/features/compute/inventory.ts';
import { useInstances } from '../../src/features/compute/useInstances.ts';
import { SessionContext } from '../../src/session/useSession.ts';
import { aSession } from '../session/aSession.ts';
import { anEntry } from './deletion/anEntry.ts';

const nothing = () => undefined;
const config = {
  serviceUrl: '/api',
  serviceId: 'sandbox',
  databases: ['orders'],
  idleMinutes: 15,
  sandbox: null,
};
const template = '/workspaces/{workspaceSlug}/databases/{databaseName}/compute';

/** What stands around the page: a session of its own workspace, what was read before, and nothing deleted yet. */
function surroundings(workspaceSlug: string) {
  const deletions = createDeletions(createDeletionLog('/api'), () => true, nothing);
  const value = { deletions, proved: [workspaceSlug] };
  const queryClient = new QueryClient();
  const connection = { serviceUrl: '/api', token: 'sandbox-token' };
  const session = {
    workspaceSlug,
    serviceId: 'sandbox',
    proved: [workspaceSlug],
    connection,
    signOut: nothing,
    requests: aSession().requests,
    proveWorkspace: async () => 'left' as const,
  };
  function wrapper({ children }: { children: ReactNode }) {
    return (
      <QueryClientProvider client={queryClient}>
        <SessionContext value={session}>
          <DeletionsContext value={value}>{children}</DeletionsContext>
        </SessionContext>
      </QueryClientProvider>
    );
  }
  return { deletions, queryClient, connection, wrapper };
}

test('where only this browser knows instances, a change of the log leaves the rows as they are', async () => {
  const { deletions, wrapper } = surroundings('acme');
  const added = ['a', 'b'].map((id) => ({ databaseName: 'orders', id, name: null }));
  inventoryOf('/api', 'acme').getState().add(added);
  const { result } = renderHook(() => useInstances({ ...config, instancesPath: null }), { wrapper });
  const { rows } = result.current;
  expect(rows.map(({ id }) => id)).toEqual(['a', 'b']);
  await act(() => deletions.log.add([anEntry({ intentKey: 'a' })]));
  await waitFor(() => expect(result.current.marks.size).toBe(1));
  expect(result.current.rows).toBe(rows);
});

test('who only looks at what has been read asks nothing of the service, and sees neither what left nor a key twice', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const { deletions, queryClient, connection, wrapper } = surroundings('seen');
  const target = { workspaceSlug: 'seen', databaseName: 'orders' };
  const items = ['a', 'b', 'c'].flatMap((id) => decodeInstance({ id, name: `name-${id}` }) ?? []);
  inventoryOf('/api', 'seen')
    .getState()
    .add([{ databaseName: 'orders', id: 'b', name: 'mine' }]);
  inventoryOf('/api', 'seen').getState().setProtected(instanceKey('orders', 'c'), true);
  const { result } = renderHook(
    () => useInstances({ ...config, instancesPath: template }, { reads: false }),
    { wrapper },
  );
  expect(result.current.rows.map(({ id }) => id)).toEqual(['b']);
  act(() =>
    queryClient.setQueryData(instancesQuery(connection, template, target).queryKey, {
      items,
      unreadable: [],
      askedAt: Date.now(),
    }),
  );
  await waitFor(() => expect(result.current.rows).toHaveLength(3));
  expect(result.current.rows.map(({ label, source }) => [label, source])).toEqual([
    ['name-a', 'listed'],
    ['name-b', 'both'],
    ['name-c', 'listed'],
  ]);
  expect(result.current.rows.map((row) => result.current.stateOf(row).isProtected)).toEqual([
    false,
    false,
    true,
  ]);
  await act(() =>
    deletions.log.add([
      anEntry({
        intentKey: 'gone',
        target: { ...target, instanceId: 'a' },
        settledAt: Date.now(),
        outcome: outcomeOf('deleted'),
      }),
    ]),
  );
  await waitFor(() => expect(result.current.rows.map(({ id }) => id)).toEqual(['b', 'c']));
  expect(fetched).not.toHaveBeenCalled();
});

function outcomeOf(kind: 'deleted') {
  return {
    kind,
    status: 200,
    reason: '',
    requestId: null,
    retryAfterMs: null,
    record: null,
    notes: [],
    differentName: null,
  };
}
