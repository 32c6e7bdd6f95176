// The theme and the density of the preferences, before the first paint; see preferences.ts.
try {
  const kept = JSON.parse(localStorage['workspace-console.preferences'] ?? '{}');
  document.documentElement.dataset.theme = kept.theme ?? 'system';
  document.documentElement.dataset.density = kept.density ?? 'comfortable';
} catch {}
