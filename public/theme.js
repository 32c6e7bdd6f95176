// Runs before the first paint, so that a chosen theme never flashes the other one. A file of its own because the
// content security policy allows no script inside the page. What it sets is what src/app/PreferencesProvider.tsx sets.
try {
  const kept = JSON.parse(localStorage.getItem('workspace-console.preferences') ?? '{}');
  document.documentElement.dataset.theme = kept.theme ?? 'system';
  document.documentElement.dataset.density = kept.density ?? 'comfortable';
} catch {
  // Without storage the system's theme stands.
}
