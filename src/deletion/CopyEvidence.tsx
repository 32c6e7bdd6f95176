import { useConfig } from '../session/config.ts';
import { writeToClipboard } from '../ui/CopyButton.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { toast } from '../ui/toasts.tsx';
import type { Deletion } from './deletion.ts';
import { toEvidenceCsv, toMarkdown } from './evidence.ts';

/** Copies the results of one single or bulk delete for a ticket. */
export function CopyEvidence({ deletions }: { deletions: readonly Deletion[] }) {
  const { environment } = useConfig();
  const place = { workspace: deletions[0]?.target.workspaceSlug ?? '', environment };

  async function copy(text: string) {
    if (await writeToClipboard(text)) toast({ text: 'Evidence copied' });
  }
  return (
    <Menu label="Copy evidence">
      <MenuItem onClick={() => void copy(toMarkdown(deletions, place))}>Markdown</MenuItem>
      <MenuItem onClick={() => void copy(toEvidenceCsv(deletions, place))}>CSV</MenuItem>
    </Menu>
  );
}
