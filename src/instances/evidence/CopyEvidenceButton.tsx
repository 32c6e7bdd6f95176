import type { Deletion } from '../../rules/deletion.ts';
import { Button } from '../../ui/Button.tsx';

type Props = { deletions: readonly Deletion[]; notInList?: readonly string[] };

/** Placeholder until the evidence is merged. */
export function CopyEvidenceButton({ deletions }: Props) {
  return <Button aria-disabled={deletions.length === 0}>Copy evidence</Button>;
}
