export type Floor =
  | 'main'
  | 'app'
  | 'features'
  | 'session'
  | 'api'
  | 'ui'
  | 'leaves'
  | 'styles'
  | 'sandbox'
  | 'server';

type House = {
  mayImport: Record<Floor, readonly Floor[]>;
  /** Floors that are folders of `src/`, beside `features`. */
  floors: readonly Floor[];
  files: Readonly<Record<string, Floor>>;
  /**
   * The sub-rooms of a room too large to be flat, the highest first: one may read those that stand below it, never one
   * above it nor the top of the room. A room that is not named here has none.
   */
  subRooms: Readonly<Record<string, readonly string[]>>;
  nodeRooms: ReadonlySet<Floor>;
  withoutReact: ReadonlySet<Floor>;
};

/** The house as designed; `borders.ts` holds the code to it. */
export const house: House = {
  mayImport: {
    main: ['app', 'leaves', 'styles'],
    app: ['app', 'features', 'session', 'ui', 'leaves'],
    features: ['features', 'session', 'api', 'ui', 'leaves'],
    session: ['session', 'api', 'ui', 'leaves'],
    api: ['api', 'leaves'],
    ui: ['ui'],
    leaves: [],
    styles: [],
    sandbox: ['sandbox', 'api'],
    server: ['server', 'sandbox', 'api'],
  },
  floors: ['app', 'session', 'api', 'ui', 'sandbox', 'server'],
  files: { 'main.tsx': 'main', 'paths.ts': 'leaves', 'config.ts': 'leaves', 'styles.css': 'styles' },
  subRooms: {
    'features/compute': [
      'table',
      'search',
      'bulk',
      'deletion',
      'activity',
      'inventory',
      'instances',
      'journal',
      'names',
    ],
    'features/subscription': ['export', 'timeline', 'strip', 'summary', 'view', 'labels', 'rules'],
  },
  nodeRooms: new Set(['sandbox', 'server']),
  withoutReact: new Set(['api', 'sandbox', 'server']),
};
