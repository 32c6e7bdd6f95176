/**
 * The largest allowed value of each measurement, and its unit. A comment gives the reason where a bar is looser than the goal.
 * @type {Record<string, readonly [limit: number, unit: string]>}
 */
export const bars = {
  'sign-in form usable': [1.15, '× floor'],
  'first contentful paint, kept session': [1.5, '× floor'],
  'first row of 24, kept session': [1.5, '× floor'],
  'blocking time to the row': [0.45, '× the floor’s row'],
  'JavaScript to the form': [125, 'kB'],
  'JavaScript to the row': [180, 'kB'],
  CSS: [12, 'kB'],
  'layout shift': [0.01, ''],
  'first row of 10 000 after the last listing': [500, 'ms'],
  'heap at 10 000': [25, 'MB'],
  'a key in the search at 10 000': [60, 'ms'],
  'the list right after a key at 10 000': [200, 'ms'],
  'a sort at 10 000': [250, 'ms'],
  'delete dialog, first opening': [150, 'ms'],
  'delete dialog, later opening': [100, 'ms'],
  'another screen, first': [150, 'ms'],
  'another screen, later': [80, 'ms'],
  'back to the list': [150, 'ms'],
  'bulk delete with four tabs': [2, '× one tab'],
  'p99 of a read beyond that of the service': [10, 'ms'],
  'memory after 100 000 reads': [1.15, '× before'],
  'start to first answer': [400, 'ms'],
  'points lost in Lighthouse': [2, 'of 100'],
};
