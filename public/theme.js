// Applies the theme that WorkspaceMenu.tsx stores, before the first paint and after a change in a different tab.
const { documentElement } = document;
const colors = { light: '#fafafa', dark: '#0b0c0e' };
function applyTheme(theme) {
  documentElement.dataset.theme = theme ?? 'system';
}
// The browser's own bars follow the chosen theme, not only that of the system.
new MutationObserver(() => {
  for (const meta of document.querySelectorAll('meta[name=theme-color]'))
    meta.content =
      colors[documentElement.dataset.theme] ?? colors[meta.media.includes('dark') ? 'dark' : 'light'];
}).observe(documentElement, { attributeFilter: ['data-theme'] });
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
    if (target instanceof HTMLScriptElement) documentElement.dataset.files = 'missing';
  },
  true,
);
