// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ResultBar } from '../../../src/features/compute/deletion/BulkSummary.tsx';

afterEach(cleanup);

test('the progress bar counts only deleted and accepted instances as deleted', () => {
  render(
    <ResultBar
      counts={
        new Map([
          ['deleted', 1],
          ['accepted', 1],
          ['gone', 4],
          ['unknown', 1],
          ['not-sent', 3],
        ])
      }
      total={10}
    />,
  );
  const bar = screen.getByRole('progressbar', { name: 'Deletions with a result' });
  const widths = [...bar.querySelectorAll('span')].map(({ style }) => style.width);
  expect(widths).toEqual(['20%', '50%', '30%']);
});
