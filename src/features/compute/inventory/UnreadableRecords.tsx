import { CopyButton } from '../../../ui/CopyButton.tsx';
import { groupedDigits } from '../../../ui/groupedDigits.ts';
import { Notice } from '../../../ui/Notice.tsx';
import type { DatabaseRead } from './useInstances.ts';

const mostShown = 20;
const mostCharacters = 2000;

/** What a listing held beside its records: counted and shown as it came, so that nothing is lost without a word. */
export function UnreadableRecords({ reads }: { reads: readonly DatabaseRead[] }) {
  return reads.map(({ databaseName, read }) => {
    const unreadable = read.data?.unreadable ?? [];
    if (unreadable.length === 0) return null;
    const count = unreadable.length === 1 ? '1 record' : `${groupedDigits(unreadable.length)} records`;
    const text = unreadable.slice(0, mostShown).map(rawText).join('\n');
    return (
      <Notice
        key={databaseName ?? ''}
        tone="notice"
        title={`${count} ${databaseName === null ? '' : `of ${databaseName} `}could not be read as an instance; the others are shown.`}
        actions={<CopyButton look="button" text={text} label="Copy what came" />}
      >
        <details>
          <summary>What came</summary>
          <pre className="mt-1 max-h-40 overflow-auto font-mono text-small whitespace-pre-wrap">{text}</pre>
        </details>
      </Notice>
    );
  });
}

function rawText(raw: unknown): string {
  return JSON.stringify(raw).slice(0, mostCharacters);
}
