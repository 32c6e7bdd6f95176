// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { instancesQuery } from '../../src/api/computeInstances.ts';
import { decodeInstance } from '../../src/api/instanceRecord.ts';
import { createSessionReads } from '../../src/app/queryClient.ts';
import { readConfig } from '../../src/config.ts';
import { DeletionsContext } from '../../src/features/compute/deletion/DeletionsProvider.tsx';
import { createDeletionLog } from '../../src/features/compute/deletion/deletionLog.ts';
import { createDeletions } from '../../src/features/compute/deletion/deletions.ts';
import { instanceKey } from '../../src/features/compute/instanceRow.ts';
import { inventoryOf } from '../../src/features/compute/inventory.ts';
import { useInstances } from '../../src/features/compute/useInstances.ts';
import { ConfigContext, SessionContext } from '../../src/session/useSession.ts';
import { createTestSession } from '../session/testSession.ts';
import { anEntry, aService } from './deletion/deletionFixtures.ts';

const nothing = () => undefined;
const config = await readConfig({ serviceId: 'sandbox', databases: ['orders'] });
const template = '/workspaces/{workspaceSlug}/databases/{databaseName}/compute';

/** Returns providers with a session in a workspace, an empty cache and an empty deletion log. */
function surroundings(
  workspaceSlug: string,
  {
    instancesPath = template as string | null,
    isRejected = false,
    verifiedWorkspaces = [workspaceSlug],
  } = {},
) {
  const deletions = createDeletions(
    createDeletionLog(aService),
    () => true,
    () => nothing,
  );
  const queryClient = createSessionReads().get();
  const connection = { serviceUrl: '/api', token: 'sandbox-token' };
  const session = {
    workspaceSlug,
    verifiedWorkspaces,
    unverifiedSlug: null,
    askForToken: () => undefined,
    connection,
    isRejected,
    requests: createTestSession().requests,
    verifyWorkspace: async () => 'outdated' as const,
  };
  function wrapper({ children }: { children: ReactNode }) {
    return (
      <QueryClientProvider client={queryClient}>
        <SessionContext value={session}>
          <ConfigContext value={{ ...config, instancesPath }}>
            <DeletionsContext value={deletions}>{children}</DeletionsContext>
          </ConfigContext>
        </SessionContext>
      </QueryClientProvider>
    );
  }
  return { deletions, queryClient, connection, wrapper };
}

test('keeps the rows of added instances when the deletion log changes', async () => {
  const { deletions, wrapper } = surroundings('acme', { instancesPath: null });
  const added = ['a', 'b'].map((id) => ({ databaseName: 'orders', id, name: null }));
  inventoryOf(aService, 'acme').getState().add(added);
  const { result } = renderHook(() => useInstances(), { wrapper });
  await waitFor(() => expect(result.current.rows).toHaveLength(2));
  const { rows } = result.current;
  expect(rows.map(({ id }) => id)).toEqual(['a', 'b']);
  await act(() => deletions.log.add([anEntry({ intentKey: 'a' })]));
  await waitFor(() => expect(result.current.statuses.size).toBe(1));
  expect(result.current.rows).toBe(rows);
});

test('sends no request with `reads: false`, and merges cached lists', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const { deletions, queryClient, connection, wrapper } = surroundings('seen');
  const target = { workspaceSlug: 'seen', databaseName: 'orders' };
  const items = ['a', 'b', 'c'].flatMap((id) => decodeInstance({ id, name: `name-${id}` }) ?? []);
  inventoryOf(aService, 'seen')
    .getState()
    .add([{ databaseName: 'orders', id: 'b', name: 'mine' }]);
  inventoryOf(aService, 'seen').getState().setProtected(instanceKey('orders', 'c'), true);
  const { result } = renderHook(() => useInstances({ reads: false }), { wrapper });
  await waitFor(() => expect(result.current.rows.map(({ id }) => id)).toEqual(['b']));
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
  expect(result.current.rows.map((row) => result.current.getRowState(row).isProtected)).toEqual([
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

test.each(['deleted', 'unknown'] as const)(
  'neither removes nor marks a row for a deletion (%s) in another workspace',
  async (kind) => {
    const workspaceSlug = `not-${kind}`;
    const verifiedWorkspaces = [workspaceSlug, 'another'];
    const { deletions, wrapper } = surroundings(workspaceSlug, { instancesPath: null, verifiedWorkspaces });
    const added = ['a', 'b'].map((id) => ({ databaseName: 'orders', id, name: null }));
    inventoryOf(aService, workspaceSlug).getState().add(added);
    const { result } = renderHook(() => useInstances(), { wrapper });
    await waitFor(() => expect(result.current.rows).toHaveLength(2));
    const entryFor = (slug: string, instanceId: string) =>
      anEntry({
        intentKey: `${kind} ${slug}`,
        target: { workspaceSlug: slug, databaseName: 'orders', instanceId },
        settledAt: Date.now(),
        outcome: outcomeOf(kind),
      });
    // The entry of the open workspace shows when both have arrived.
    await act(() => deletions.log.add([entryFor('another', 'a'), entryFor(workspaceSlug, 'b')]));
    const stateOf = () =>
      result.current.rows.map((row) => [row.id, result.current.getRowState(row).status?.kind]);
    await waitFor(() =>
      expect(stateOf()).toEqual([['a', undefined], ...(kind === 'unknown' ? [['b', 'unknown']] : [])]),
    );
  },
);

describe('the check for removed rows', () => {
  const minutes = 60_000;

  /** Renders a list whose row was deleted 20 minutes ago, and returns the number of requests within 10 minutes. */
  async function countRequests(workspaceSlug: string, respond: () => Promise<Response>, isRejected = false) {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(respond);
    onTestFinished(() => {
      vi.useRealTimers();
      fetched.mockRestore();
    });
    const { deletions, queryClient, connection, wrapper } = surroundings(workspaceSlug, { isRejected });
    const target = { workspaceSlug, databaseName: 'orders', instanceId: 'a' };
    const settledAt = Date.now() - 20 * minutes;
    await deletions.log.add([
      anEntry({ intentKey: workspaceSlug, target, settledAt, outcome: outcomeOf('deleted') }),
    ]);
    const { queryKey } = instancesQuery(connection, template, target);
    const items = [decodeInstance({ id: 'a' })].filter((record) => record !== null);
    queryClient.setQueryData(queryKey, { items, unreadable: [], askedAt: settledAt });
    const { unmount } = renderHook(() => useInstances(), { wrapper });
    for (let second = 0; second < 600; second++) await act(() => vi.advanceTimersByTimeAsync(1000));
    unmount();
    return fetched.mock.calls.length;
  }

  test.each([401, 403, 404, 410, 500, 503])(
    'repeats at most every 30 s if the service responds with %d',
    async (status) => {
      const requests = await countRequests(`status-${status}`, async () =>
        Response.json({ message: 'No.' }, { status }),
      );
      expect(requests).toBeGreaterThan(1);
      expect(requests).toBeLessThanOrEqual(20);
    },
  );

  test('repeats at most every 30 s if the request fails', async () => {
    const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => offline.mockRestore());
    expect(await countRequests('offline', async () => Response.error())).toBe(0);
  });

  test('ends with the first list that succeeds', async () => {
    expect(await countRequests('succeeds', async () => Response.json([{ id: 'a' }]))).toBe(1);
  });

  test('sends nothing with a rejected token', async () => {
    expect(await countRequests('rejected', async () => Response.json([]), true)).toBe(0);
  });
});

function outcomeOf(kind: 'deleted' | 'unknown') {
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
