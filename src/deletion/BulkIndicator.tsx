/** Progress of a bulk delete in the sidebar, such as "3 of 6 in acme", until its result has been opened. Opens `BulkRunDialog`. */
export function BulkIndicator() {
  return null;
}
