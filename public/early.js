// Applies theme and density before the first paint; see preferences.tsx.
try {
  const kept = JSON.parse(localStorage['workspace-console.preferences'] ?? '{}');
  document.documentElement.dataset.theme = kept.theme ?? 'system';
  document.documentElement.dataset.density = kept.density ?? 'comfortable';
} catch {}
// Preloads the code behind the sign-in form if this tab stores a session; see boot.ts. The build names the file.
try {
  const { code } = document.currentScript.dataset;
  if (code && Object.keys(sessionStorage).some((name) => name.startsWith('workspace-console.3.session.')))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: code }));
} catch {}
