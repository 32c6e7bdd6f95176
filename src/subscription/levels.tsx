import { SafeName } from '../ui/SafeName.tsx';
import { hueOf, type SegmentColor } from '../ui/SegmentedBar.tsx';
import type { Period, SubscriptionHistory } from './history.ts';

type PeriodProps = { period: Period | undefined; history: SubscriptionHistory };

export function PeriodName({ period, history }: PeriodProps) {
  if (!period?.entry) return <span key={history.gapName}>{history.gapName}</span>;
  return period.level === null ? <span key="unknown">Unknown</span> : <LevelName level={period.level} />;
}

export function LevelName({ level }: { level: string }) {
  return level === '' ? <span key="none">No level</span> : <SafeName name={level} />;
}

export function getLevelColor(level: string, { levels }: SubscriptionHistory): SegmentColor {
  return hueOf(Math.max(0, levels.indexOf(level)));
}
