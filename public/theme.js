// Before the first paint: the theme, as PreferencesProvider.tsx sets it, and whether a session is kept.
try {
  const { dataset } = document.documentElement;
  const kept = JSON.parse(localStorage['workspace-console.preferences'] ?? '{}');
  dataset.theme = kept.theme ?? 'system';
  dataset.density = kept.density ?? 'comfortable';
  if ('workspace-console.session' in sessionStorage) dataset.kept = '';
} catch {}
