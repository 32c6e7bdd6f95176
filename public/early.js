// Applies the theme and density that preferences.tsx stores, before the first paint.
try {
  const stored = JSON.parse(localStorage['workspace-console.preferences'] ?? '{}');
  document.documentElement.dataset.theme = stored.theme ?? 'system';
  document.documentElement.dataset.density = stored.density ?? 'comfortable';
} catch {}
// If this tab stores a session, preloads the code behind the sign-in form. The build sets `data-code` to its path.
try {
  const { code } = document.currentScript.dataset;
  if (code && Object.keys(sessionStorage).some((name) => name.startsWith('workspace-console.3.session.')))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: code }));
} catch {}
