// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { SubscriptionRecord } from '../../src/api/subscriptionHistory.ts';
import { deriveHistory } from '../../src/subscription/history.ts';
import { Summary } from '../../src/subscription/Summary.tsx';
import { summarizeHistory } from '../../src/subscription/totals.ts';
import { UiProviders } from '../support/UiProviders.tsx';
import { aRecord } from './generatedHistory.ts';

const now = Date.parse('2025-06-01T00:00:00Z');
afterEach(cleanup);

describe('the Current level card', () => {
  it.each(['never', '0001-01-01T00:00:00Z'])('says Unknown if the only record ends at “%s”', (validTo) => {
    renderSummary(aRecord({ level: 'PRO', validFrom: '2025-01-01T00:00:00Z', validTo }));
    expect(currentLevel()).toHaveTextContent(
      'Current levelUnknownThe end date of PRO can’t be read, so it may still be active.',
    );
  });

  it.each([
    ['starts later', { validFrom: '2025-07-01T00:00:00Z', validTo: 'never' }],
    ['belongs to a different workspace', { workspace: 'other', validFrom: '2025-01-01', validTo: 'never' }],
    ['has no readable start', { validFrom: 'soon', validTo: 'never' }],
  ])('says None if a record with an unreadable end %s', (_, fields) => {
    renderSummary(aRecord(fields), aRecord({ validFrom: '2020-01-01', validTo: '2021-01-01' }));
    expect(currentLevel()).toHaveTextContent('None');
  });

  it('says that a record without an end date may apply again if a later record has ended', () => {
    renderSummary(
      aRecord({ level: 'PRO', validFrom: '2021-01-01', validTo: '2023-01-01' }),
      aRecord({ level: 'FREE', validFrom: '2020-01-01' }),
    );
    expect(currentLevel()).toHaveTextContent(
      'NoneFREE has no end date, so it may apply again. Otherwise no subscription is active now.',
    );
  });

  it('shows the end date that the service states', () => {
    renderSummary(aRecord({ validFrom: '2025-01-01', validTo: '2029-12-31T23:59:59Z' }));
    expect(currentLevel()).toHaveTextContent('since 1 Jan 2025, 00:00 UTC, until 31 Dec 2029, 23:59 UTC');
  });

  it('merges consecutive records without a level', () => {
    renderSummary(
      aRecord({ level: ' ', validFrom: '2025-01-01' }),
      aRecord({ level: '', validFrom: '2024-01-01', validTo: '2025-01-01' }),
    );
    expect(currentLevel()).toHaveTextContent('No levelsince 1 Jan 2024, 00:00 UTC, no end date');
  });

  it('names the current level even if another record has an unreadable end', () => {
    renderSummary(
      aRecord({ level: 'PRO', validFrom: '2025-01-01T00:00:00Z', validTo: 'never' }),
      aRecord({ level: 'TEAM', validFrom: '2024-01-01T00:00:00Z' }),
    );
    expect(currentLevel()).toHaveTextContent('TEAM');
    expect(currentLevel()).not.toHaveTextContent('can’t be read');
  });
});

function renderSummary(...records: SubscriptionRecord[]): void {
  const model = deriveHistory(records, 'acme');
  render(<Summary model={model} summary={summarizeHistory(model.entries, now)} now={now} />, {
    wrapper: UiProviders,
  });
}

function currentLevel(): HTMLElement | null {
  return screen.getByText('Current level').parentElement;
}
