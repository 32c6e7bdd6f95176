/**
 * The largest allowed value of each measurement, and its unit. `× floor` is a ratio to the minimal page in `floor/`. A value
 * in ms is scaled by the floor's time of its round, because the same machine can be half as fast an hour later.
 * @satisfies {Record<string, readonly [limit: number, unit: '× floor' | 'kB' | 'ms' | '']>}
 */
export const bars = {
  'sign-in form readable': [0.9, '× floor'],
  'first contentful paint, stored session': [1, '× floor'],
  'first row of 24, stored session': [1.5, '× floor'],
  // Compared with the floor's time to its row.
  'blocking time to the row': [0.25, '× floor'],
  'layout shift': [0.01, ''],
  'JavaScript to the form': [115, 'kB'],
  // Today 163: nuqs is 6.6 of it, the table library 16, and both are needed for the rows.
  'JavaScript to the row': [155, 'kB'],
  CSS: [10, 'kB'],
  // Without a throttle, and with a service that takes 300 ms for each response.
  'from Sign in to the first row': [550, 'ms'],
  'a key in the search of 10 000': [64, 'ms'],
  'from a key to the correct list of 10 000': [200, 'ms'],
  'a sort of 10 000': [300, 'ms'],
  'delete dialog, first opening': [150, 'ms'],
  'delete dialog, later opening': [100, 'ms'],
  'another screen, first': [180, 'ms'],
  'another screen, later': [110, 'ms'],
  'back to the list': [150, 'ms'],
};
