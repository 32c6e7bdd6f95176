import type { LeftOut } from './LeftOut.ts';

/** Why rows that were selected are not among those to be deleted. */
export function LeftOutList({ leftOut }: { leftOut: readonly LeftOut[] }) {
  return (
    <ul className="mt-1 max-h-32 overflow-y-auto">
      {leftOut.slice(0, 100).map(({ key, label, reason }) => (
        <li key={key}>
          <bdi>{label}</bdi>: {reason}
        </li>
      ))}
    </ul>
  );
}
