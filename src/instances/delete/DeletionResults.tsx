import type { ReactNode } from 'react';
import type { Deletion } from '../../rules/deletion.ts';
import { useConfig } from '../../session/config.ts';
import { Button } from '../../ui/Button.tsx';
import { writeToClipboard } from '../../ui/CopyButton.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { SafeName } from '../../ui/SafeName.tsx';
import { toast } from '../../ui/toasts.tsx';
import { toEvidenceCsv, toEvidenceMarkdown } from './evidence.ts';
import { StageBadge } from './OutcomeNotice.tsx';
import { getResponseFacts } from './outcomes.ts';
import { useDeletionLog } from './useDeletions.ts';

type ItemProps = { deletion: Deletion; actions: ReactNode; children: ReactNode };

export function ResultItem({ deletion, actions, children }: ItemProps) {
  const { label, target, outcome } = deletion;
  const isSuccess = outcome?.kind === 'deleted' || outcome?.kind === 'accepted';
  const explanation = isSuccess ? [] : [outcome?.reason, ...getResponseFacts(deletion)];
  const texts = [...explanation, ...(outcome?.notes ?? [])].filter(Boolean);
  return (
    <li className="flex flex-wrap items-center gap-x-3 px-3 py-1">
      <div className="min-w-[min(100%,14rem)] flex-1 wrap-anywhere">
        <div className="text-control leading-4.5 font-medium">
          <SafeName name={label} whole />
        </div>
        <div className="text-small text-muted">
          <SafeName name={target.databaseName} whole />
          <span> · </span>
          <SafeName name={target.instanceId} whole />
          {texts.length > 0 && outcome?.kind !== 'not-sent' && <bdi>{` · ${texts.join(' · ')}`}</bdi>}
          {children}
        </div>
      </div>
      {actions}
      <StageBadge deletion={deletion} />
    </li>
  );
}

export function DismissButton({ deletion }: { deletion: Deletion }) {
  const log = useDeletionLog();
  if (!isDismissible(deletion) || deletion.dismissed || deletion.restored) return null;
  return (
    <Button size="small" onClick={() => void toastIfFailed(log.dismiss([deletion]))}>
      {deletion.outcome?.kind === 'mismatch' ? 'I have read this' : 'Dismiss'}
    </Button>
  );
}

export function isDismissible({ outcome }: Deletion): boolean {
  return outcome?.kind === 'unknown' || outcome?.kind === 'mismatch' || outcome?.kind === 'gone';
}

export async function toastIfFailed(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch {
    toast({ tone: 'danger', text: "Couldn't save this. Reload, then try again." });
  }
}

export function CopyEvidenceMenu({ deletions }: { deletions: readonly Deletion[] }) {
  const { environment } = useConfig();
  const place = { workspace: deletions[0]?.target.workspaceSlug ?? '', environment };

  async function copy(text: string) {
    if (await writeToClipboard(text)) toast({ text: 'Evidence copied' });
  }
  return (
    <Menu label="Copy evidence">
      <MenuItem onClick={() => void copy(toEvidenceMarkdown(deletions, place))}>Markdown</MenuItem>
      <MenuItem onClick={() => void copy(toEvidenceCsv(deletions, place))}>CSV</MenuItem>
    </Menu>
  );
}
