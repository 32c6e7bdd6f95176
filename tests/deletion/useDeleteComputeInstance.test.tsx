// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useDeleteComputeInstance } from '../../src/deletion/deleteInstance.ts';
import { renderSessionHook } from '../support/renderConsole.tsx';
import { deletePaths } from './deleteOnScreen.ts';
import { aDeletion } from './deletionFixtures.ts';

it.each([
  ['error-409', 'refused', 1],
  ['error-500', 'unknown', 1],
  ['mismatch', 'mismatch', 1],
  ['..', 'not-sent', 0],
])('the mutation for the instance ID %s rejects with the outcome %s', async (instanceId, kind, count) => {
  const { result, sandbox } = await renderMutation();
  const failure = await act(() => result.current.mutateAsync(aDeletion(instanceId)).catch((error) => error));
  expect(failure).toMatchObject({
    name: 'DeletionError',
    entry: { target: { instanceId }, outcome: { kind } },
  });
  expect(deletePaths(sandbox)).toHaveLength(count);
});

it('the mutation keeps the token out of its variables and never retries', async () => {
  const { result, sandbox, queryClient } = await renderMutation();
  await act(() => result.current.mutateAsync(aDeletion('error-503')).catch(() => undefined));
  const [mutation] = queryClient.getMutationCache().getAll();
  expect(JSON.stringify(mutation?.state)).not.toContain('sandbox-token');
  expect(mutation?.options.retry).toBe(false);
  expect(deletePaths(sandbox)).toHaveLength(1);
});

function renderMutation() {
  return renderSessionHook(useDeleteComputeInstance, '/workspaces/acme/compute');
}
