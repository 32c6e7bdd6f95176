import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { fetchConfig } from './api/configFile.ts';
import { App, loadConsole } from './app/App.tsx';
import { findPageRefusal, PageRefusal } from './app/PageRefusal.tsx';
import { startApp } from './app/startApp.ts';
import { followTheme } from './app/theme.ts';
import { type ConsoleConfig, parseConfig } from './config.ts';
import './styles.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the ID "root".');
void start(root);

async function start(root: HTMLElement): Promise<void> {
  const refusal = findPageRefusal(window);
  if (refusal !== null) {
    showRoot();
    return createRoot(root).render(<PageRefusal {...refusal} />);
  }
  try {
    await renderConsole(root, await readPageConfig());
  } catch (error) {
    showRoot();
    const reason = error instanceof Error ? error.message : '';
    root.textContent = `The console couldn't start. ${reason} Reload the page, or contact your operator.`;
  }
}

/** Our server writes the configuration into the page. A static host serves it as a file. */
function readPageConfig(): Promise<ConsoleConfig> {
  const text = document.getElementById('config')?.textContent;
  return text ? parseConfig(JSON.parse(text)) : fetchConfig();
}

async function renderConsole(root: HTMLElement, config: ConsoleConfig): Promise<void> {
  const page = startApp(config);
  followTheme();
  const isSignedIn = () => page.session.getState().status === 'signed-in';
  // A failure is reported when the code is needed.
  const load = () => loadConsole(page).catch(() => undefined);
  // The frame in index.html stays until the rows can be shown, because showing less before would delay them.
  if (isSignedIn()) await load();
  // The form comes first, because evaluating the code would delay it.
  else requestAnimationFrame(() => setTimeout(load));
  const app = (
    <StrictMode>
      <App {...page} onRender={showRoot} />
    </StrictMode>
  );
  // The build has written the sign-in form into the page.
  if (root.childElementCount > 0 && !isSignedIn()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

/** Removes the frame of the shell that `early.js` shows for a stored session. */
function showRoot(): void {
  delete document.documentElement.dataset.session;
}
