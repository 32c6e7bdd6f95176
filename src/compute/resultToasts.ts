import { paths } from '../paths.ts';
import { type Deletion, getItemLabel, hasSucceeded } from '../rules/deletion.ts';
import { toast } from '../ui/toasts.tsx';
import { formatDeletion, isDismissable, isPlainSuccess, stageDisplay } from './outcomes.ts';

/** For what no open dialog shows: a delete of one, or any that wasn't sent (null). */
export function toastResult(workspace: string, label: string, deletion: Deletion | null): void {
  const stage = deletion?.items[0]?.stage ?? 'not-sent';
  const isDone = hasSucceeded(stage);
  toast({
    before: stageDisplay[stage].label + (isDone ? '' : ':'),
    name: label,
    text: stage === 'accepted' ? ': the service will delete it' : '',
    tone: isDone ? 'done' : 'danger',
    link: deletion && paths.deletion(workspace, deletion.id),
  });
}

/** Own deletions whose end this page hasn't shown yet, by their IDs. */
class FollowedDeletions {
  readonly #ids = new Set<string>();

  follow(id: string): void {
    this.#ids.add(id);
  }

  forget(id: string): void {
    this.#ids.delete(id);
  }

  toastEnds(workspace: string, deletions: readonly Deletion[]): void {
    for (const deletion of deletions.filter(({ isOwn }) => isOwn)) {
      const { id, stage, items } = deletion;
      const [first] = items;
      const tone = items.every(isPlainSuccess) ? 'done' : 'danger';
      if (stage !== 'ended') this.follow(id);
      // The title of the open dialog has this ID.
      else if (!this.#ids.delete(id) || document.getElementById(id) || !first) continue;
      else if (items.length > 1)
        toast({ text: formatDeletion(deletion), tone, link: paths.deletion(workspace, id) });
      // Compute has an alert for the others.
      else if (!isDismissable(first.stage)) toastResult(workspace, getItemLabel(first), deletion);
    }
  }
}

export const followedDeletions = new FollowedDeletions();
