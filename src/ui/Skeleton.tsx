export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block rounded-chip bg-skeleton ${className}`} />;
}
