import { parseInstant } from '../rules/parseInstant.ts';
import type { HistoryView } from './HistoryView.ts';

/** Reads the view out of an address; what no view could mean is passed over. */
export function readHistoryView(params: URLSearchParams): HistoryView {
  return {
    level: params.get('level'),
    state: states.find((state) => state === params.get('state')) ?? null,
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
  };
}

const states = ['current', 'scheduled', 'ended', 'unknown'] as const;

function dayOf(text: string | null): string | null {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && parseInstant(text) !== null ? text : null;
}
