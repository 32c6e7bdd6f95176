/** One record of an import as it was read: its values unchecked, or why it could not be read at all. */
export type ImportCandidate = { line: number } & (
  | { kind: 'unreadable'; reason: string }
  | {
      kind: 'read';
      databaseName: unknown;
      id: unknown;
      name: unknown;
      deleted: unknown;
      workspaceSlug: unknown;
    }
);

export type ImportSource =
  | { problem: string }
  /** `counted` is what `line` counts: lines of the text, or records where the text is one JSON value. */
  | { problem: null; counted: 'line' | 'record'; candidates: readonly ImportCandidate[] };
