// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useDeleteComputeInstance } from '../../src/deletion/useDeleteComputeInstance.ts';
import { renderSessionHook } from '../support/renderConsole.tsx';
import { aRow } from './fixtures.ts';

it('a delete through React Query sends one request, and its state contains no token', async () => {
  const { result, queryClient, log, sandbox } = await renderSessionHook(
    useDeleteComputeInstance,
    '/workspaces/acme/compute',
  );
  const id = sandbox.instances('acme', 'orders')[0]?.id ?? '';
  const { deletion } = await act(() => result.current.mutateAsync({ row: aRow(id), reason: 'INC-1' }));
  expect(deletion.outcome.kind).toBe('deleted');
  expect(await log.read('acme')).toMatchObject([{ reason: 'INC-1', target: { instanceId: id } }]);
  const mutations = queryClient.getMutationCache().getAll();
  expect(JSON.stringify(mutations.map(({ state, options }) => [state, options.mutationKey]))).not.toContain(
    'sandbox-token',
  );
});
