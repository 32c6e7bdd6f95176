/** The column that always stands. */
export const nameColumn = { id: 'name', header: 'Name' } as const;
