import { randomUUID } from 'node:crypto';
import type { ItemRow } from '../database/schema.ts';
import type { StoredDeletion } from './deletionLog.ts';
import type { Progress } from './itemSender.ts';

/** A deletion of this process, from before its confirmation until its end. */
export class RunningDeletion implements Progress {
  readonly bodyHash: string;
  readonly attemptId = randomUUID();
  /** Rejects with the refusal. Null if a different server stored the ID in the meantime. */
  readonly confirmed: Promise<StoredDeletion | null>;
  /** Resolves at the end, or when an outcome couldn't be stored at once. */
  readonly answered: Promise<void>;
  /** What has changed since the confirmation, by position. */
  readonly #changes = new Map<number, ItemRow>();
  #isStored = true;
  #answer: () => void = () => {};

  constructor(bodyHash: string, confirm: (attemptId: string) => Promise<StoredDeletion | null>) {
    this.bodyHash = bodyHash;
    this.answered = new Promise((resolve) => {
      this.#answer = resolve;
    });
    this.confirmed = confirm(this.attemptId);
  }

  get isStored(): boolean {
    return this.#isStored;
  }

  onChange(item: ItemRow): void {
    this.#changes.set(item.position, item);
  }

  onUnstored(): void {
    this.#isStored = false;
    this.#answer();
  }

  end(): void {
    this.#answer();
  }

  /** As this process knows them, because a log that can't be read or written must not hide a result. */
  listItems({ items }: StoredDeletion): ItemRow[] {
    return items.map((item) => this.#changes.get(item.position) ?? item);
  }
}
