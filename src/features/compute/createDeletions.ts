import type { Connection } from '../../api/Connection.ts';
import type { DeleteOutcome } from '../../api/DeleteOutcome.ts';
import { deleteComputeInstance } from '../../api/deleteComputeInstance.ts';
import type { DeleteTarget } from '../../api/deleteOutcomeOf.ts';
import { createDeletionJournal } from './createDeletionJournal.ts';
import { createTabWatch } from './createTabWatch.ts';
import type { DeletionEntry } from './DeletionEntry.ts';
import { newIntentKey } from './newIntentKey.ts';
import { notSent } from './notSent.ts';
import { targetKey } from './targetKey.ts';

export type Deletions = ReturnType<typeof createDeletions>;
export type Confirmed = { target: DeleteTarget; label: string };

/**
 * Sends deletes: one confirmed intent, one fetch, one outcome. Lives outside React, so that what is under way does not
 * depend on any screen.
 */
export function createDeletions(
  serviceUrl: string,
  isSignedIn: () => boolean,
  onDeleting: (isDeleting: boolean) => void,
) {
  const journal = createDeletionJournal(isSignedIn);
  const tabs = createTabWatch(serviceUrl);
  const inFlight = new Map<string, Promise<DeletionEntry>>();
  let open = 0;

  function hold() {
    if (open++ > 0) return;
    window.addEventListener('beforeunload', askToStay);
    onDeleting(true);
  }

  function release() {
    if (--open > 0) return;
    window.removeEventListener('beforeunload', askToStay);
    onDeleting(false);
  }

  function settle(entry: DeletionEntry, outcome: DeleteOutcome): DeletionEntry {
    const change = { settledAt: Date.now(), outcome, ...(outcome.kind === 'not-sent' && { sentAt: null }) };
    return journal.update(entry.intentKey, change) ?? { ...entry, ...change };
  }

  async function dispatch(connection: Connection, entry: DeletionEntry): Promise<DeletionEntry> {
    const key = targetKey(entry.target);
    const outcome = await tabs.alone(key, async () => {
      journal.update(entry.intentKey, { sentAt: Date.now() });
      tabs.tell(key, 'sending');
      const reached = await deleteComputeInstance(connection, entry.target, entry.intentKey);
      tabs.tell(key, reached.kind);
      return reached;
    });
    return settle(entry, outcome ?? notSent('It is being deleted in another tab of this browser.'));
  }

  /** Sends an entry of the journal; a target that is on its way already is not sent again. */
  function send(connection: Connection, entry: DeletionEntry): Promise<DeletionEntry> {
    const key = targetKey(entry.target);
    if (inFlight.has(key)) return Promise.resolve(settle(entry, notSent('It is already being deleted.')));
    hold();
    const settled = dispatch(connection, entry).finally(() => {
      inFlight.delete(key);
      release();
    });
    inFlight.set(key, settled);
    return settled;
  }

  return {
    journal,
    tabs,
    hold,
    release,
    send,
    settle,
    /** Writes confirmed intents down, in their order, without sending any. */
    confirm(confirmed: readonly Confirmed[], bulkKey: string | null = null): DeletionEntry[] {
      const entries = confirmed.map(
        ({ target, label }): DeletionEntry => ({ ...blank(), target, label, bulkKey }),
      );
      journal.add(entries);
      return entries;
    },
    /** Sends one confirmed intent; a second one for a target that is on its way joins the first. */
    start(connection: Connection, confirmed: Confirmed): Promise<DeletionEntry> {
      const running = inFlight.get(targetKey(confirmed.target));
      if (running !== undefined) return running;
      const [entry] = this.confirm([confirmed]);
      if (entry === undefined) throw new Error('An intent was confirmed and not written down.');
      return send(connection, entry);
    },
  };
}

function blank() {
  return {
    intentKey: newIntentKey(),
    confirmedAt: Date.now(),
    sentAt: null,
    settledAt: null,
    outcome: null,
    dismissed: false,
    putBack: false,
  };
}

function askToStay(event: BeforeUnloadEvent) {
  event.preventDefault();
}
