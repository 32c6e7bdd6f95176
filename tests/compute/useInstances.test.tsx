// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createInstancesQuery } from '../../src/api/computeInstances.ts';
import { decodeInstance } from '../../src/api/instanceRecord.ts';
import { createQueryClientOwner } from '../../src/app/queryClient.ts';
import { createInstanceKey } from '../../src/compute/instanceRow.ts';
import { getInventory } from '../../src/compute/inventory.ts';
import { getServiceData } from '../../src/compute/serviceData.ts';
import { useInstances } from '../../src/compute/useInstances.ts';
import { readConfig } from '../../src/config.ts';
import { DeletionToolsContext } from '../../src/deletion/DeletionsProvider.tsx';
import { ConfigContext, SessionContext } from '../../src/session/useSession.ts';
import { anEndedEntry, anEntry, aService, openDeletionTools } from '../deletion/deletionFixtures.ts';
import { createTestSession } from '../session/testSession.ts';

const config = await readConfig({ serviceId: 'sandbox', databases: ['orders'] });
const template = '/workspaces/{workspaceSlug}/databases/{databaseName}/compute';

/** Creates React providers with a session, an empty query cache and an empty deletion log. */
function createProviders(
  workspaceSlug: string,
  {
    instancesPath = template as string | null,
    isRejected = false,
    verifiedWorkspaces = [workspaceSlug],
  } = {},
) {
  const deletionTools = openDeletionTools();
  const queryClient = createQueryClientOwner().getQueryClient();
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
            <DeletionToolsContext value={deletionTools}>{children}</DeletionToolsContext>
          </ConfigContext>
        </SessionContext>
      </QueryClientProvider>
    );
  }
  return { deletionTools, queryClient, connection, wrapper };
}

test('useInstances returns the same rows array when only the deletion log changes', async () => {
  const { deletionTools, wrapper } = createProviders('acme', { instancesPath: null });
  const addedInstances = ['a', 'b'].map((id) => ({ databaseName: 'orders', id, name: null }));
  getInventory(getServiceData(aService), 'acme').getState().add(addedInstances);
  const { result } = renderHook(() => useInstances(), { wrapper });
  await waitFor(() => expect(result.current.rows).toHaveLength(2));
  const { rows } = result.current;
  expect(rows.map(({ id }) => id)).toEqual(['a', 'b']);
  await act(() => deletionTools.log.add([anEntry({ intentKey: 'a' })]));
  await waitFor(() => expect(result.current.statuses.size).toBe(1));
  expect(result.current.rows).toBe(rows);
});

test('useInstances uses cached lists and sends nothing if `sendsRequests` is false', async () => {
  const fetchSpy = vi.spyOn(globalThis, 'fetch');
  const { deletionTools, queryClient, connection, wrapper } = createProviders('seen');
  const target = { workspaceSlug: 'seen', databaseName: 'orders' };
  const items = ['a', 'b', 'c'].flatMap((id) => decodeInstance({ id, name: `name-${id}` }) ?? []);
  getInventory(getServiceData(aService), 'seen')
    .getState()
    .add([{ databaseName: 'orders', id: 'b', name: 'mine' }]);
  getInventory(getServiceData(aService), 'seen')
    .getState()
    .setProtected(createInstanceKey('orders', 'c'), true);
  const { result } = renderHook(() => useInstances({ sendsRequests: false }), { wrapper });
  await waitFor(() => expect(result.current.rows.map(({ id }) => id)).toEqual(['b']));
  act(() =>
    queryClient.setQueryData(createInstancesQuery(connection, template, target).queryKey, {
      items,
      unreadable: [],
      requestedAt: Date.now(),
    }),
  );
  await waitFor(() => expect(result.current.rows).toHaveLength(3));
  const rowTexts = result.current.rows.map((row) => {
    const { isProtected } = result.current.getDeleteChecks(row);
    return `${row.label} ${row.source}${isProtected ? ' protected' : ''}`;
  });
  expect(rowTexts).toEqual(['name-a listed', 'name-b both', 'name-c listed protected']);
  await act(() =>
    deletionTools.log.add([
      anEndedEntry('deleted', { target: { ...target, instanceId: 'a' }, settledAt: Date.now() }),
    ]),
  );
  await waitFor(() => expect(result.current.rows.map(({ id }) => id)).toEqual(['b', 'c']));
  expect(fetchSpy).not.toHaveBeenCalled();
});

test('a deletion in another workspace does not affect a row with the same ID', async () => {
  const verifiedWorkspaces = ['here', 'another'];
  const { deletionTools, wrapper } = createProviders('here', { instancesPath: null, verifiedWorkspaces });
  const addedInstances = ['a', 'b', 'c'].map((id) => ({ databaseName: 'orders', id, name: null }));
  getInventory(getServiceData(aService), 'here').getState().add(addedInstances);
  const { result } = renderHook(() => useInstances(), { wrapper });
  await waitFor(() => expect(result.current.rows).toHaveLength(3));
  const createEntry = (workspaceSlug: string, instanceId: string, kind: 'deleted' | 'unknown') =>
    anEndedEntry(kind, {
      intentKey: `${workspaceSlug} ${instanceId}`,
      target: { workspaceSlug, databaseName: 'orders', instanceId },
      settledAt: Date.now(),
    });
  // When the row of the third entry disappears, the hook has read all three entries.
  const entries = [createEntry('another', 'a', 'deleted'), createEntry('another', 'b', 'unknown')];
  await act(() => deletionTools.log.add([...entries, createEntry('here', 'c', 'deleted')]));
  await waitFor(() => expect(result.current.rows.map(({ id }) => id)).toEqual(['a', 'b']));
  for (const row of result.current.rows) expect(result.current.getDeleteChecks(row).status).toBeNull();
});

describe('the list refetch for removed rows', () => {
  const minuteMs = 60_000;

  /** Renders a list with a row that was deleted 20 minutes ago. Returns the number of requests in the next 10 minutes. */
  async function countRequests(workspaceSlug: string, respond: () => Promise<Response>, isRejected = false) {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const fetchSpy = vi.spyOn(globalThis, 'fetch').mockImplementation(respond);
    onTestFinished(() => {
      vi.useRealTimers();
      fetchSpy.mockRestore();
    });
    const { deletionTools, queryClient, connection, wrapper } = createProviders(workspaceSlug, {
      isRejected,
    });
    const target = { workspaceSlug, databaseName: 'orders', instanceId: 'a' };
    const settledAt = Date.now() - 20 * minuteMs;
    await deletionTools.log.add([anEndedEntry('deleted', { intentKey: workspaceSlug, target, settledAt })]);
    const { queryKey } = createInstancesQuery(connection, template, target);
    const items = [decodeInstance({ id: 'a' })].filter((record) => record !== null);
    queryClient.setQueryData(queryKey, { items, unreadable: [], requestedAt: settledAt });
    const { unmount } = renderHook(() => useInstances(), { wrapper });
    for (let seconds = 0; seconds < 600; seconds++) await act(() => vi.advanceTimersByTimeAsync(1000));
    unmount();
    return fetchSpy.mock.calls.length;
  }

  test.each([404, 503])('repeats at most every 30 s while the service responds with %d', async (status) => {
    const requests = await countRequests(`status-${status}`, async () =>
      Response.json({ message: 'No.' }, { status }),
    );
    expect(requests).toBeGreaterThan(1);
    expect(requests).toBeLessThanOrEqual(20);
  });

  test('sends no request while the browser is offline', async () => {
    const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => offline.mockRestore());
    expect(await countRequests('offline', async () => Response.error())).toBe(0);
  });

  test('stops after the first successful list', async () => {
    expect(await countRequests('succeeds', async () => Response.json([{ id: 'a' }]))).toBe(1);
  });

  test('sends no request with a rejected token', async () => {
    expect(await countRequests('rejected', async () => Response.json([]), true)).toBe(0);
  });
});
