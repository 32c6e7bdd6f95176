type Shortcut = { keys: readonly string[]; does: string };

/** Every shortcut, for the sheet that shows them: `createShellKeys` and the rows of Compute read them. */
export const shortcuts: { everywhere: readonly Shortcut[]; inTheList: readonly Shortcut[] } = {
  everywhere: [
    { keys: ['Ctrl K', '⌘K'], does: 'Find a page, an instance, a region or an action' },
    { keys: ['g c'], does: 'Go to Compute' },
    { keys: ['g s'], does: 'Go to Subscription history' },
    { keys: ['g r'], does: 'Go to Regions' },
    { keys: ['/'], does: 'Search what the screen lists' },
    { keys: ['?'], does: 'Show this sheet' },
    { keys: ['Esc'], does: 'Close what is open' },
  ],
  inTheList: [
    { keys: ['↓', '↑'], does: 'Next row, previous row; with Shift they are selected' },
    { keys: ['Space'], does: 'Select the row' },
    { keys: ['Enter'], does: 'Show its details' },
    { keys: ['Delete'], does: 'Ask to delete it' },
  ],
};
