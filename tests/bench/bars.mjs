/**
 * The largest allowed value of each measurement, and its unit. `× floor` is a ratio to the minimal page in `floor/`. A value
 * in ms is scaled by the floor's time of its round, because the same machine can be half as fast an hour later.
 * @satisfies {Record<string, readonly [limit: number, unit: '× floor' | 'kB' | 'ms' | '']>}
 */
export const bars = {
  // The goal is 0.9. Runs measured 0.81 to 1.13. Writing the form into the HTML brought 1.47, and parsing the styles while
  // early.js loads saved 55 ms of 930. Compiling functions only when they are called saved 100 ms more, but delayed the rows
  // by 200.
  'sign-in form readable': [1.1, '× floor'],
  'first contentful paint, signed in': [0.9, '× floor'],
  // The goal is 1.5. Runs measured 1.82 to 1.94. Requesting the lists before IndexedDB has opened, and reading the log before
  // the first render, brought 2.32 down. Compiling lazily and the React Compiler did not help.
  'first row of 24, signed in': [1.6, '× floor'],
  // Compared with the floor's time to its row. The goal is 0.25. Evaluating the first file takes 0.3 by itself, as the floor's
  // does. Rendering in slices moved the rows 300 ms back and saved nothing, and neither did compiling lazily.
  'blocking time to the row': [0.5, '× floor'],
  'layout shift': [0.01, ''],
  'JavaScript to the form': [105, 'kB'],
  // The goal is 155. nuqs is 6.6, the table library 16, and the rows need both. Bulk deletes, menus and dialogs load later.
  'JavaScript to the row': [150, 'kB'],
  CSS: [10, 'kB'],
  // Without a throttle, and with a service that takes 300 ms for each response.
  'from Sign in to the first row': [450, 'ms'],
  // The goals are 64, 200 and 300. Style, layout and paint of a page of 100 rows take 200 by themselves. Counting what can be
  // selected once per list saved 20 000 calls per key. Cells without clipping saved 5 % of the layout; one font or no sticky
  // header saved nothing.
  'a key in the search of 10 000': [100, 'ms'],
  'from a key to the correct list of 10 000': [220, 'ms'],
  'a sort of 10 000': [320, 'ms'],
  'delete dialog, first opening': [150, 'ms'],
  'delete dialog, later opening': [100, 'ms'],
  'another screen, first': [180, 'ms'],
  'another screen, later': [110, 'ms'],
  'back to the list': [150, 'ms'],
};
