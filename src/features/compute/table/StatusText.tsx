/** An instance status, verbatim, with a dot of its own colour. */
export function StatusText({ status }: { status: string }) {
  return (
    <bdi className="status-text" data-status={status}>
      {status}
    </bdi>
  );
}
