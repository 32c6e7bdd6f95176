// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { focusFirst } from '../../src/ui/states.tsx';

it.each([
  ['the row is there', ['row', 'table'], 'row'],
  ['the row has left the page', ['table'], 'table'],
  ['both have left the page', [], 'page-heading'],
])('%s → %j has the focus', (_, present, focused) => {
  const elements = ['row', 'table', 'page-heading'].map((id) =>
    Object.assign(document.createElement('p'), { id, tabIndex: -1 }),
  );
  const [row, table] = elements;
  document.body.replaceChildren(
    ...elements.filter(({ id }) => id === 'page-heading' || present.includes(id)),
  );
  focusFirst(row, null, table);
  expect(document.activeElement?.id).toBe(focused);
});
