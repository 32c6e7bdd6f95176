// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useDeleteComputeInstance } from '../../../src/features/compute/deletion/deleteInstance.ts';
import { renderSessionHook } from '../../support/renderConsole.tsx';
import { deletes } from './deleteOnScreen.ts';
import { confirmed } from './deletionFixtures.ts';

it.each([
  ['error-404', 'gone'],
  ['no-content', 'deleted'],
])('resolves for the instance %s with the outcome %s after one request', async (instanceId, kind) => {
  const { result, sandbox } = await rendered();
  const entry = await act(() => result.current.mutateAsync(confirmed(instanceId)));
  expect(entry.outcome?.kind).toBe(kind);
  await waitFor(() => expect(result.current).toMatchObject({ isPending: false, error: null }));
  expect(deletes(sandbox)).toEqual([`/workspaces/acme/databases/orders/compute/${instanceId}`]);
});

it.each([
  ['error-409', 'refused', 1],
  ['error-500', 'unknown', 1],
  ['mismatch', 'mismatch', 1],
  ['..', 'not-sent', 0],
])('rejects for the instance %s with the outcome %s after %i requests', async (instanceId, kind, sent) => {
  const { result, sandbox } = await rendered();
  const failure = await act(() => result.current.mutateAsync(confirmed(instanceId)).catch((error) => error));
  expect(failure).toMatchObject({ name: 'DeletionError', entry: { outcome: { kind } } });
  await waitFor(() => expect(result.current.error).not.toBeNull());
  expect(result.current.error?.entry.target).toMatchObject({ workspaceSlug: 'acme', instanceId });
  expect(deletes(sandbox)).toHaveLength(sent);
  act(() => result.current.reset());
  await waitFor(() => expect(result.current.error).toBeNull());
});

it('the mutation keeps the token out of its variables and never retries', async () => {
  const { result, sandbox, queryClient } = await rendered();
  await act(() => result.current.mutateAsync(confirmed('error-503')).catch(() => undefined));
  const [mutation] = queryClient.getMutationCache().getAll();
  expect(JSON.stringify(mutation?.state)).not.toContain('sandbox-token');
  expect(mutation?.options.retry).toBe(false);
  expect(deletes(sandbox)).toHaveLength(1);
});

function rendered() {
  return renderSessionHook(useDeleteComputeInstance, '/workspaces/acme/compute');
}
