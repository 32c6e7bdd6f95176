export const tableColumns = [
  'name',
  'database',
  'status',
  'region',
  'created',
  'hosts',
  'expandable',
  'sharded',
] as const;

export type TableColumn = (typeof tableColumns)[number];

/** What the address says about the list, so that it can be sent to a colleague and survives a reload and Back. */
export type TableView = {
  search: string;
  sort: { column: TableColumn; descending: boolean } | null;
  database: string | null;
  status: string | null;
  /** Columns that are put away; the name always stands. */
  hidden: readonly TableColumn[];
  /** Key of the row whose details are open. */
  details: string | null;
  /** What else is open beside the list. */
  panel: 'activity' | 'bulk' | null;
};

/** Reads the view out of an address; what no view could mean is passed over. */
export function readTableView(params: URLSearchParams): TableView {
  const sort = params.get('sort') ?? '';
  const column = tableColumns.find((name) => name === sort.replace(/^-/, ''));
  const hidden = params.get('hide')?.split(',') ?? hiddenAtFirst;
  const panel = params.get('panel');
  return {
    search: params.get('q') ?? '',
    sort: column === undefined ? null : { column, descending: sort.startsWith('-') },
    database: params.get('database'),
    status: params.get('status'),
    hidden: tableColumns.filter((name) => name !== 'name' && hidden.includes(name)),
    details: params.get('show'),
    panel: panel === 'activity' || panel === 'bulk' ? panel : null,
  };
}

const hiddenAtFirst: readonly string[] = ['region'];
