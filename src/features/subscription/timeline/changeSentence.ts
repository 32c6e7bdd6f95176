import { isolated } from '../labels/isolated.ts';
import type { HistoryEntry } from '../rules/HistoryEntry.ts';

/** What an entry changed, levels verbatim: "FREE → PRO"; null for an entry that is not counted. */
export function changeSentence(entry: HistoryEntry): string | null {
  if (!entry.counted) return null;
  const level = levelText(entry.record.level);
  if (entry.previous === null) return `First record: ${level}`;
  const previous = levelText(entry.previous.level);
  if (previous !== level) return `${previous} → ${level}`;
  return entry.previous.gapMs > 0 ? `${level} again` : `${level} continues`;
}

function levelText(level: string | null): string {
  return level === null || level.trim() === '' ? 'level not given' : isolated(level);
}
