// `× floor` is a ratio to the minimal page in `floor/`. Values in ms are scaled by the floor's time of their round, because
// the same machine can be half as fast an hour later.
/** The largest allowed value of each measurement, and its unit. */
export const bars: Record<string, [limit: number, unit: '× floor' | 'kB' | 'ms' | '']> = {
  'sign-in form readable': [1, '× floor'],
  'first contentful paint, signed in': [0.9, '× floor'],
  'first row of 24, signed in': [1.5, '× floor'],
  'blocking time to the row': [0.5, '× floor'],
  'layout shift': [0.01, ''],
  'JavaScript to the form': [102, 'kB'],
  'JavaScript to the row': [142, 'kB'],
  CSS: [9.5, 'kB'],
  // Twice the latency of 300 ms: the proof of the token, then the lists.
  'from Sign in to the first row': [850, 'ms'],
  'a key in the search of 10 000': [100, 'ms'],
  'from a key to the correct list of 10 000': [220, 'ms'],
  'a sort of 10 000': [320, 'ms'],
  'delete dialog, first opening': [150, 'ms'],
  'delete dialog, later opening': [100, 'ms'],
  'another screen, first': [220, 'ms'],
  'another screen, later': [110, 'ms'],
  'back to the list': [130, 'ms'],
};
