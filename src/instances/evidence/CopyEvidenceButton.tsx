import type { Deletion } from '../../rules/deletion.ts';
import { useConfig } from '../../session/config.ts';
import { useSession } from '../../session/useSession.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { describeDeletions, toHtml, toMarkdown } from './evidence.ts';

type Props = {
  deletions: readonly Deletion[];
  /** Names and IDs of the ticket that aren't in a list. */
  notInList?: readonly string[] | undefined;
};

export function CopyEvidenceButton({ deletions, notInList }: Props) {
  const { workspace } = useSession();
  const { environment } = useConfig();

  function writeEvidence() {
    const evidence = describeDeletions(deletions, { workspace, environment }, notInList);
    return { text: toMarkdown(evidence), html: toHtml(evidence) };
  }
  return <CopyButton label="Copy evidence" variant="button" text={writeEvidence} />;
}
