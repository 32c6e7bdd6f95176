// Applies the theme that theme.ts stores, before the first paint.
try {
  document.documentElement.dataset.theme = localStorage['workspace-console.theme'] ?? 'system';
} catch {}
// If this tab stores a session, shows the frame of the shell, and preloads the code behind the sign-in form. The build sets
// `data-code` to its path.
try {
  const { code } = document.currentScript.dataset;
  if (Object.keys(sessionStorage).some((name) => name.startsWith('workspace-console.4.session.'))) {
    document.documentElement.dataset.session = 'stored';
    if (code)
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', href: code }),
      );
  }
} catch {}
// A script that doesn't load would leave the page without a word.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) document.documentElement.dataset.files = 'missing';
  },
  true,
);
