// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RowActions } from '../../src/features/compute/instanceRow.ts';
import { useStableActions } from '../../src/features/compute/list/useStableActions.ts';
import { anEntry } from './deletion/anEntry.ts';
import { aRow } from './generatedRows.ts';

test('an action that was handed out before does what the page says at its latest drawing', () => {
  const done: string[] = [];
  const drawing = (name: string): RowActions => ({
    onDelete: ({ id }) => done.push(`${name} delete ${id}`),
    onShow: ({ id }) => done.push(`${name} show ${id}`),
    onSelect: ({ id }, range) => done.push(`${name} select ${id} ${range}`),
    onExtend: (from, to) => done.push(`${name} extend ${from.id} ${to.id}`),
    onForget: ({ id }) => done.push(`${name} forget ${id}`),
    onProtect: ({ id }, isProtected) => done.push(`${name} protect ${id} ${isProtected}`),
    onDismiss: ({ label }) => done.push(`${name} dismiss ${label}`),
  });
  const { result, rerender } = renderHook((name: string) => useStableActions(drawing(name)), {
    initialProps: 'first',
  });
  const actions = result.current;
  rerender('second');
  const [one, two] = [aRow({ id: 'one' }), aRow({ id: 'two' })];
  actions.onDelete(one);
  actions.onShow(one);
  actions.onSelect(one, true);
  actions.onExtend(one, two);
  actions.onForget(one);
  actions.onProtect(one, false);
  actions.onDismiss(anEntry({ label: 'three' }));
  expect(done).toEqual(
    [
      'delete one',
      'show one',
      'select one true',
      'extend one two',
      'forget one',
      'protect one false',
      'dismiss three',
    ].map((what) => `second ${what}`),
  );
});
