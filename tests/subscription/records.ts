/** Reads records such as "PRO 2026-01-01 - | FREE 2025-01-01 2025-12-31", in which "-" is null. */
export function toRecords(rows: string) {
  return rows.split(' | ').map((row) => {
    const [level, validFrom, validTo] = row.split(' ').map((text) => (text === '-' ? null : text));
    return { workspace: 'acme', level, validFrom, validTo };
  });
}
