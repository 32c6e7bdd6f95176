// Applies the theme that WorkspaceMenu.tsx sets, before the first paint and in every tab.
const { documentElement } = document;
const storageName = 'workspace-console.theme';
const colors = { light: '#fafafa', dark: '#0b0c0e' };
function applyTheme(theme) {
  documentElement.dataset.theme = theme ?? 'system';
}
// The browser's own bars follow the chosen theme, not only that of the system.
new MutationObserver(() => {
  const { theme } = documentElement.dataset;
  for (const meta of document.querySelectorAll('meta[name=theme-color]'))
    meta.content = colors[theme] ?? colors[meta.media.includes('dark') ? 'dark' : 'light'];
  try {
    localStorage.setItem(storageName, theme);
  } catch {}
}).observe(documentElement, { attributeFilter: ['data-theme'] });
try {
  applyTheme(localStorage.getItem(storageName));
} catch {}
addEventListener('storage', ({ key, newValue }) => {
  if (key === storageName) applyTheme(newValue);
});
// Otherwise, nothing would say that a script didn't load.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) documentElement.dataset.files = 'missing';
  },
  true,
);
