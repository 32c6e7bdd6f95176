// What the page can't wait for the first script with: its configuration, its looks, and the code of a kept session.
window.earlyConfig = fetch('/config.json', { cache: 'no-store', credentials: 'omit' });
window.earlyConfig.catch(() => {});
try {
  const { dataset } = document.documentElement;
  const kept = JSON.parse(localStorage['workspace-console.preferences'] ?? '{}');
  dataset.theme = kept.theme ?? 'system';
  dataset.density = kept.density ?? 'comfortable';
  if ('workspace-console.session' in sessionStorage) {
    dataset.kept = '';
    const screen = /(subscription|regions)(\/history)?$/.exec(location.pathname)?.[1] ?? 'compute';
    for (const href of document.querySelector(`meta[name=code-${screen}]`).content.split(' '))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
} catch {}
