// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { QueryView } from '../../src/ui/notices.tsx';
import { fillJsdomGaps } from '../support/fillJsdomGaps.ts';
import { UiProviders } from '../support/UiProviders.tsx';

beforeAll(fillJsdomGaps);
afterEach(cleanup);

test('QueryView shows the details of a failed refresh after a click on Details', async () => {
  const query = {
    data: [],
    error: Object.assign(new Error('The service returned an error (HTTP 500).'), { requestId: 'req-1' }),
    isFetching: false,
    dataUpdatedAt: Date.UTC(2026, 10, 24, 16, 6),
    refetch: () => undefined,
  };
  render(
    <UiProviders>
      <QueryView query={query} subject="the regions" skeleton={null}>
        {() => 'No regions'}
      </QueryView>
    </UiProviders>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Showing data from 24 Nov 2026, 16:06 UTC. The service returned an error (HTTP 500).',
  );
  const requestId = screen.getByText('Request ID req-1');
  expect(requestId).not.toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await userEvent.click(screen.getByText('Details'));
  expect(requestId).toBeVisible();
});
