// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  type DeletionError,
  useDeleteComputeInstance,
} from '../../../src/features/compute/deletion/deleteInstance.ts';
import { renderSessionHook } from '../../support/renderConsole.tsx';

it('resolves with an outcome that removes the row, after one request', async () => {
  const { result, sandbox } = await rendered();
  const [first] = sandbox.instances('acme', 'orders');
  const entry = await act(() => result.current.mutateAsync(variablesOf(first?.id ?? '')));
  expect(entry.outcome?.kind).toBe('deleted');
  await waitFor(() => expect(result.current).toMatchObject({ isPending: false, error: null }));
  expect(deletes(sandbox)).toEqual([`/workspaces/acme/databases/orders/compute/${first?.id}`]);
  expect(sandbox.queued('acme', 'orders')).toEqual([first]);
});

it.each([
  ['error-404', 'gone'],
  ['accepted', 'accepted'],
  ['no-content', 'deleted'],
])('resolves for %s, which is %s', async (instanceId, kind) => {
  const { result } = await rendered();
  const entry = await act(() => result.current.mutateAsync(variablesOf(instanceId)));
  expect(entry.outcome?.kind).toBe(kind);
});

it.each([
  ['error-409', 'refused', 1],
  ['error-429', 'refused', 1],
  ['error-500', 'unknown', 1],
  ['cut-off', 'unknown', 1],
  ['mismatch', 'mismatch', 1],
  ['..', 'not-sent', 0],
])(
  'rejects for %s with an error that carries the outcome: %s, after %i requests',
  async (instanceId, kind, sent) => {
    const { result, sandbox } = await rendered();
    const failure = await act(() =>
      result.current.mutateAsync(variablesOf(instanceId)).catch((error) => error),
    );
    expect(failure).toMatchObject({ name: 'DeletionError', entry: { outcome: { kind } } });
    await waitFor(() => expect(result.current.error).not.toBeNull());
    expect(entryOf(result.current.error)).toMatchObject({ target: { workspaceSlug: 'acme', instanceId } });
    expect(deletes(sandbox)).toHaveLength(sent);
    act(() => result.current.reset());
    await waitFor(() => expect(result.current.error).toBeNull());
  },
);

it('keeps the token out of its variables, and never retries', async () => {
  const { result, sandbox, queryClient } = await rendered();
  await act(() => result.current.mutateAsync(variablesOf('error-503')).catch(() => undefined));
  const [mutation] = queryClient.getMutationCache().getAll();
  expect(JSON.stringify(mutation?.state)).not.toContain('sandbox-token');
  expect(mutation?.options.retry).toBe(false);
  expect(deletes(sandbox)).toHaveLength(1);
});

function rendered() {
  return renderSessionHook(useDeleteComputeInstance, '/workspaces/acme/compute');
}

function variablesOf(instanceId: string) {
  return { databaseName: 'orders', instanceId, label: instanceId, name: null, created: null, listed: true };
}

function entryOf(error: DeletionError | null) {
  return error?.entry;
}

type Calls = { readonly calls: readonly { method: string; path: string }[] };

function deletes({ calls }: Calls): string[] {
  return calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
}
