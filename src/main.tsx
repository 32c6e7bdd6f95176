import { StrictMode } from 'react';
import * as v from 'valibot';
import { App, loadConsole } from './app/App.tsx';
import { findPageRefusal, PageRefusal } from './app/PageRefusal.tsx';
import { renderPage } from './app/renderPage.ts';
import { leaveServiceWorker } from './app/serviceWorker.ts';
import { followTheme } from './app/theme.ts';
import { pageDataSchema } from './config.ts';
import { forbidDeletes, setPageData } from './session/config.ts';
import './styles.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the ID "root".');
void start(root);

async function start(root: HTMLElement): Promise<void> {
  const refusal = findPageRefusal(window);
  if (refusal !== null) return renderPage(root, <PageRefusal {...refusal} />);
  try {
    const serviceWorker = await leaveServiceWorker();
    if (serviceWorker === 'reloading') return;
    const forbid = () =>
      forbidDeletes("A service worker of a different app answers this browser's requests to the console.");
    if (serviceWorker === 'stays') forbid();
    // One that starts later can take over the pages that are open.
    navigator.serviceWorker?.addEventListener('controllerchange', forbid);
    await renderConsole(root);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    root.textContent = `The console couldn't start. ${reason} Reload the page, or contact your operator.`;
  }
}

async function renderConsole(root: HTMLElement): Promise<void> {
  const { session } = setPageData(readPageData());
  followTheme();
  // A failure is reported when the code is needed.
  const load = () => loadConsole().catch(() => undefined);
  // The frame in index.html stays until the rows can be shown, because showing less before would delay them.
  if (session !== null) await load();
  // The form comes first, because evaluating the code would delay it.
  else requestAnimationFrame(() => setTimeout(load));
  renderPage(
    root,
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

/** Our server writes the configuration and the session into the page. */
function readPageData() {
  const text = document.getElementById('page')?.textContent;
  if (!text) throw new Error("The page doesn't come from the console's server.");
  return v.parse(pageDataSchema, JSON.parse(text));
}
