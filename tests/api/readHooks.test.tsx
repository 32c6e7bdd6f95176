// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useRegions } from '../../src/features/regions/RegionsPage.tsx';
import { useSubscriptionHistory } from '../../src/features/subscription/HistoryPage.tsx';
import { renderSessionHook } from '../support/renderConsole.tsx';

type Reading = {
  data?: { items: readonly unknown[] } | undefined;
  error: Error | null;
  status: string;
  refetch: () => Promise<unknown>;
};

describe.each<[name: string, hook: () => Reading, screen: string, count: number]>([
  ['useRegions', useRegions, 'regions', 3],
  ['useSubscriptionHistory', useSubscriptionHistory, 'subscription/history', 12],
])('%s', (_, hook, screen, count) => {
  it('loads the list of the current workspace with one authorized request', async () => {
    const { result, sandbox } = await renderSessionHook(hook, `/workspaces/acme/${screen}`);
    await waitFor(() => expect(result.current.data?.items).toHaveLength(count));
    expect(sandbox.calls).toEqual([{ method: 'GET', path: `/workspaces/acme/${screen}`, authorized: true }]);
  });

  it('does not retry a permanent failure', async () => {
    const { result, sandbox } = await renderSessionHook(hook, `/workspaces/error-422/${screen}`);
    await waitFor(() => expect(result.current.error).toMatchObject({ status: 422 }));
    expect(sandbox.calls).toHaveLength(1);
  });

  it('retries a transient failure twice', async () => {
    const { result, sandbox } = await renderSessionHook(hook, `/workspaces/error-500/${screen}`);
    await waitFor(() => expect(result.current.error).toMatchObject({ status: 500 }), { timeout: 8_000 });
    expect(sandbox.calls).toHaveLength(3);
  });

  it('keeps its data if a refresh fails', async () => {
    const { result } = await renderSessionHook(hook, `/workspaces/later-error-403/${screen}`);
    await waitFor(() => expect(result.current.status).toBe('success'));
    await result.current.refetch();
    await waitFor(() => expect(result.current.error).toMatchObject({ status: 403 }));
    expect(result.current.data?.items.length).toBeGreaterThan(0);
  });
});
