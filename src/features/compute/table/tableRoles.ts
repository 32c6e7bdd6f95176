/**
 * What the elements of a table are, in so many words: laid out as blocks, which are drawn one by one in a long list, some
 * browsers take them for nothing but boxes.
 */
export const tableRoles = {
  table: { role: 'table' },
  rowGroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader', scope: 'col' },
  cell: { role: 'cell' },
} as const;
