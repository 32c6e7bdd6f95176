/** A placeholder for content that is loading. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block rounded-chip bg-skeleton ${className}`} />;
}
