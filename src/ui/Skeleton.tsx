/** A still, content-shaped place for what is on its way. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block rounded-sm bg-line ${className}`} />;
}
