import { hueOf, type SegmentColor } from '../ui/hues.ts';
import { SafeName } from '../ui/SafeName.tsx';
import type { HistoryModel } from './history.ts';
import type { TextWithLevel } from './sentences.ts';

export function LevelName({ levelKey }: { levelKey: string }) {
  return levelKey === '' ? <span key="none">No level</span> : <SafeName name={levelKey} whole />;
}

export function NoteText({ note: { text, levelKey } }: { note: TextWithLevel }) {
  return (
    <span key={text}>
      <span>{text}</span>
      {levelKey !== null && (
        <span>
          <span> </span>
          <LevelName levelKey={levelKey} />
        </span>
      )}
    </span>
  );
}

/** Newer levels never change the hue of older ones. */
export function colorOf(levelKey: string, { levels }: HistoryModel): SegmentColor {
  return hueOf(Math.max(0, levels.indexOf(levelKey)));
}
