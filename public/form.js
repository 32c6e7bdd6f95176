// Writes into the sign-in form of index.html what its code will write later: the operator's texts and the workspace in the URL.
try {
  const find = (name) => document.querySelector(`[data-config="${name}"]`);
  const { notice, environment, environmentColor, sandbox } = JSON.parse(
    document.getElementById('config').textContent,
  );
  const texts = {
    environment,
    notice: localStorage['workspace-console.4.hidden-notice.'] === notice ? null : notice,
    'sandbox.workspaceSlug': sandbox?.workspaceSlug,
    'sandbox.token': sandbox?.token,
  };
  for (const [name, text] of Object.entries(texts)) if (text) find(name).textContent = text;
  find('environment').dataset.env = environmentColor;
  find('sandbox').hidden = !sandbox;
} catch {}
try {
  const [, workspace] = /^\/workspaces\/([^/]+)/.exec(location.pathname);
  document.getElementById('sign-in-workspace').defaultValue = decodeURIComponent(workspace);
} catch {}
