// Runs before the first paint, so that a chosen theme never flashes the other one, and a kept session shows no gate. A
// file of its own because the content security policy allows no script inside the page. The theme is set as
// src/app/PreferencesProvider.tsx sets it.
try {
  const kept = JSON.parse(localStorage.getItem('workspace-console.preferences') ?? '{}');
  document.documentElement.dataset.theme = kept.theme ?? 'system';
  document.documentElement.dataset.density = kept.density ?? 'comfortable';
  if ('workspace-console.session' in sessionStorage) document.documentElement.dataset.kept = '';
} catch {
  // Without storage the system's theme stands.
}
