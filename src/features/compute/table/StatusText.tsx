/** An instance status, verbatim; the dot only repeats what the word says. */
export function StatusText({ status }: { status: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span aria-hidden="true" className={`size-2 rounded-full ${dots[status] ?? 'bg-line-strong'}`} />
      <bdi>{status}</bdi>
    </span>
  );
}

const dots: Record<string, string> = {
  PENDING: 'bg-notice',
  REQUESTED: 'bg-notice',
  BUILT: 'bg-hue-1',
  READY: 'bg-hue-3',
};
