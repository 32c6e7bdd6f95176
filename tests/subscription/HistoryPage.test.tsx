// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter, type UrlUpdateEvent } from 'nuqs/adapters/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { ServiceList } from '../../src/api/readList.ts';
import { createHistoryQuery, type SubscriptionRecord } from '../../src/api/subscriptionHistory.ts';
import { SessionStore } from '../../src/session/session.ts';
import { type Session, SessionContext } from '../../src/session/useSession.ts';
import { HistoryPage } from '../../src/subscription/HistoryPage.tsx';
import { type Row, toRecords } from './generatedHistory.ts';

const sample =
  'TEAM 2026-12-16T00:00:00Z - | PRO 2026-08-27T00:00:00Z 2026-12-16T00:00:00Z | PRO 2026-05-29T00:00:00Z 2026-08-27T00:00:00Z | STARTER 2025-02-05T00:00:00Z 2026-05-06T12:00:00Z';

afterEach(cleanup);

it('the tiles answer by the Date of the list, not by the clock of the browser', () => {
  renderHistory(sample);
  expect(tile('Current level')).toHaveTextContent('Current levelPROsince 29 May 2026 · until 16 Dec 2026');
  expect(tile('Next change')).toHaveTextContent('Next changeTEAMin 20 days, on 16 Dec 2026');
  expect(tile('With a subscription')).toHaveTextContent('636 days1 gap of 22.5 days · no overlaps');
  cleanup();
  renderHistory(sample, { servedAt: Date.parse('2026-12-17T00:00:00Z') });
  expect(tile('Current level')).toHaveTextContent('TEAM');
  expect(items()[0]).toHaveAttribute('aria-current', 'true');
});

it('Level on answers for a day and marks its record; Today is the day of the service', async () => {
  const { user, search } = renderHistory(sample);
  const field = screen.getByRole('textbox', { name: 'Level on' });
  for (const [text, answer] of [
    ['6 May 2026', 'STARTER, 5 Feb 2025 to 6 May 2026, 455.5 days; from 12:00 UTC no subscription'],
    ['10 May 2026', 'No subscription, 6 May to 29 May 2026, 22.5 days'],
    ['1 Jan 2020', 'No subscription, the first subscription starts on 5 Feb 2025'],
    ['1 Jan 2030', 'TEAM, 16 Dec 2026, no end date'],
    ['2026-09-01', 'PRO, 27 Aug to 16 Dec 2026, 111 days'],
  ] as const) {
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
    expect(screen.getByRole('status').textContent).toBe(answer);
  }
  expect(items()[1]).toHaveTextContent('on 1 Sep');
  await user.click(screen.getByRole('button', { name: 'Today' }));
  expect(field).toHaveValue('25 Nov 2026');
  expect(search()).toBe('?on=2026-11-25');
  cleanup();
  renderHistory('PRO 2026-01-01T00:00:00Z 2026-05-06T12:00:00Z | STARTER 2025-02-05T00:00:00Z -');
  await user.type(screen.getByRole('textbox', { name: 'Level on' }), '6 May 2026');
  expect(screen.getByRole('status')).toHaveTextContent(/125\.5 days; from 12:00 UTC unknown$/);
});

describe('the list', () => {
  it('has one item per record, with days, change, state, gap and years', () => {
    renderHistory(sample);
    expect(items().map(({ textContent }) => textContent)).toEqual([
      '2026TEAM16 Dec 2026tono end datefrom PROScheduled',
      'PRO27 Aug 2026to16 Dec 2026111 daysrenewedCurrent',
      'PRO29 May 2026to27 Aug 202690 daysfrom STARTERNo subscription6 May 2026, 12:00 to 29 May 2026, 00:0022.5 days',
      '2025STARTER5 Feb 2025to6 May 2026455.5 daysfirst record',
    ]);
    for (const name of screen.getAllByText('STARTER')) expect(name.closest('[translate=no]')).not.toBeNull();
  });

  it('filters narrow the list, stay in the URL, and leave the chart whole', async () => {
    const { user, search } = renderHistory(sample);
    const chart = screen.getByRole('img', { name: /^Levels from 5 Feb 2025/ });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Level' }), 'PRO');
    await user.type(screen.getByRole('textbox', { name: 'From' }), '1 Sep 2026');
    expect(items()).toHaveLength(1);
    expect(screen.getByText('1 of 4 records')).toBeVisible();
    expect(search()).toBe('?level=PRO&from=2026-09-01');
    expect(chart).toHaveAccessibleName(/^Levels from 5 Feb 2025/);
    await user.type(screen.getByRole('textbox', { name: 'To' }), '31 Feb 2026{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Write a date as 1 May 2025 or 2025-05-01.');
    await user.clear(screen.getByRole('textbox', { name: 'To' }));
    await user.type(screen.getByRole('textbox', { name: 'To' }), '2026-08-01');
    expect(screen.getByText('"To" is before "From", so no record matches.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(items()).toHaveLength(4);
    expect(search()).toBe('');
  });

  it('an end without a time → shows that day', () => {
    renderHistory('PRO 2026-11-01 2026-11-25');
    expect(items()[0]).toHaveTextContent('1 Nov 2026to25 Nov 202625 days');
    expect(tile('Current level')).toHaveTextContent('PROsince 1 Nov 2026 · until 25 Nov 2026');
    expect(tile('Next change')).toHaveTextContent('PRO endsin less than a day, on 25 Nov 2026');
  });

  it('a record that can’t be understood → nothing is claimed about the rest', () => {
    renderHistory('PRO 2026-01-01 1970-01-01');
    expect(tile('Current level')).toHaveTextContent("Current levelUnknowna record can't be understood");
    expect(tile('Next change')).toHaveTextContent('Next changeUnknownThe records leave it open.');
    expect(tile('With a subscription')).toHaveTextContent(
      "With a subscriptionUnknownwithout a record that can't be understood",
    );
    cleanup();
    renderHistory(`${sample} | TEAM - -`);
    expect(items().at(-1)).toHaveTextContent('No start date');
    expectNoClaimOfAbsence();
    expect(tile('With a subscription')).toHaveTextContent(
      "636 days1 gap of 22.5 days · no overlapswithout a record that can't be understood",
    );
    expect(screen.getByRole('img', { name: /no overlaps without a record/ })).toBeVisible();
  });

  it('more than 200 records → the rest after "Show more"', async () => {
    const day = (count: number) => new Date(Date.UTC(2026, 0, 1) - count * 86_400_000).toISOString();
    const { user } = renderHistory(
      Array.from({ length: 250 }, (_, i) => ['PRO', day(i), day(i - 1)] as const),
    );
    expect(items()).toHaveLength(200);
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(items()).toHaveLength(250);
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });
});

it('an incomplete list → says so, and claims no gap and no first record', () => {
  renderHistory(sample, { isComplete: false });
  expect(screen.getByText('This list is incomplete: the service returned only a part.')).toBeVisible();
  expectNoClaimOfAbsence();
  expect(tile('With a subscription')).not.toHaveTextContent('gap');
});

it('no records → says so', () => {
  renderHistory([]);
  expect(screen.getByText('This workspace has no subscription records.')).toBeVisible();
});

type ListFields = Partial<Omit<ServiceList<SubscriptionRecord>, 'items'>>;

/** Renders the page with a list in the cache, at 25 November 2026, 12:00 UTC by the clock of the service. */
function renderHistory(rows: string | readonly Row[], fields: ListFields = {}) {
  const connection = { serviceUrl: '/api', token: 'sandbox-token' };
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(createHistoryQuery(connection, 'acme').queryKey, {
    items: toRecords(rows),
    unreadable: [],
    isComplete: true,
    servedAt: Date.parse('2026-11-25T12:00:00Z'),
    ...fields,
  });
  const session: Session = {
    status: 'signed-in',
    id: 'session',
    workspace: 'acme',
    connection,
    isRejected: false,
    isKept: false,
    store: new SessionStore({ serviceUrl: '/api', serviceId: 'test' }),
    signOut: () => undefined,
  };
  const searches: string[] = [];
  render(
    <NuqsTestingAdapter
      hasMemory
      onUrlUpdate={({ queryString }: UrlUpdateEvent) => void searches.push(queryString)}
    >
      <QueryClientProvider client={client}>
        <SessionContext value={session}>
          <HistoryPage title="Subscription history" />
        </SessionContext>
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
  return { user: userEvent.setup({ delay: null }), search: () => searches.at(-1) ?? '' };
}

function items(): HTMLElement[] {
  // A query by role takes seconds for 200 items.
  return [...screen.getByRole('list', { name: 'Subscription history' }).querySelectorAll('li')];
}

function expectNoClaimOfAbsence(): void {
  for (const item of items()) expect(item).not.toHaveTextContent(/first record|No subscription/);
}

function tile(term: string): HTMLElement | null {
  return screen.getByText(term).parentElement;
}
