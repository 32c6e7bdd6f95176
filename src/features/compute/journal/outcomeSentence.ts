import type { DeleteOutcomeKind } from '../../../api/DeleteOutcome.ts';
import { isolatedLabel } from '../names/isolatedLabel.ts';

/** What the admin reads first of an outcome; the reason follows it. */
export function outcomeSentence(kind: DeleteOutcomeKind, name: string): string {
  const label = isolatedLabel(name);
  switch (kind) {
    case 'deleted':
      return `${label} was removed and is queued for deletion. Its data is deleted once the deletion is finalized.`;
    case 'accepted':
      return `The service accepted the deletion of ${label}.`;
    case 'gone':
      return `${label} is not there: already deleted, or not visible to this token.`;
    case 'refused':
      return `${label} was not deleted: the service refused.`;
    case 'unknown':
      return `We do not know whether ${label} was deleted.`;
    case 'mismatch':
      return `The answer to the deletion of ${label} names another workspace.`;
    case 'not-sent':
      return `${label} was not deleted: nothing was sent.`;
  }
}
