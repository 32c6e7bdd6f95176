// Applies the theme that theme.ts stores, before the first paint.
try {
  document.documentElement.dataset.theme = localStorage['workspace-console.theme'] ?? 'system';
} catch {}
// A script that doesn't load would leave the page without a word.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) document.documentElement.dataset.files = 'missing';
  },
  true,
);
