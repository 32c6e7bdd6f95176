/** Every shortcut, for the sheet that shows them; `createShellKeys` reads them. */
export const shortcuts: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['Ctrl K', '⌘K'], does: 'Find a page, an instance, a region or an action' },
  { keys: ['g c'], does: 'Go to Compute' },
  { keys: ['g s'], does: 'Go to Subscription history' },
  { keys: ['g r'], does: 'Go to Regions' },
  { keys: ['?'], does: 'Show this sheet' },
  { keys: ['Esc'], does: 'Close what is open' },
];
