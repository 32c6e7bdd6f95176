// Applies the theme that WorkspaceMenu.tsx stores, before the first paint and after a change in a different tab.
function applyTheme(theme) {
  document.documentElement.dataset.theme = theme ?? 'system';
}
try {
  applyTheme(localStorage['workspace-console.theme']);
} catch {}
addEventListener('storage', ({ key, newValue }) => {
  if (key === 'workspace-console.theme') applyTheme(newValue);
});
// A script that doesn't load would leave the page without a word.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) document.documentElement.dataset.files = 'missing';
  },
  true,
);
