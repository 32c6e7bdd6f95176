import { type ReactNode, StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import * as v from 'valibot';
import { App, preloadConsole } from './app/App.tsx';
import { pageDataSchema } from './config.ts';
import { findSession, forbidDeletes, sessionStore, setPageData } from './session/pageData.ts';
import { Notice } from './ui/notices.tsx';
import './styles.css';

/** In `history.state`, so that it holds for this page and ends with it. */
const mark = 'leftServiceWorker';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the ID "root".');
void start(root);

async function start(root: HTMLElement): Promise<void> {
  if (!window.isSecureContext) return replacePage(root, <HttpsRefusal />);
  try {
    if (await isLeavingServiceWorker()) return;
    await renderConsole(root);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    root.textContent = `The console couldn't start. ${reason} Reload the page, or contact your operator.`;
  }
}

function HttpsRefusal() {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-120 flex-col justify-center gap-5 px-5 py-10">
      <h1 className="text-title font-semibold">Workspace Console</h1>
      <Notice tone="danger" title="This console requires HTTPS.">
        <span>
          Without HTTPS, others on the network could read your token. Open the console with https://. On the
          server itself, http://localhost also works.
        </span>
      </Notice>
    </main>
  );
}

/**
 * The console has no service worker. One of a different app on the same host could answer requests for the server, and then
 * a delete that was never sent would look deleted. It is removed once. If it is back, nothing can be deleted.
 */
async function isLeavingServiceWorker(): Promise<boolean> {
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const forbid = () =>
    forbidDeletes("A service worker of a different app answers this browser's requests to the console.");
  // One that starts later can take over the pages that are open.
  container?.addEventListener('controllerchange', forbid);
  if (!container?.controller) return false;
  if (window.history.state?.[mark] === true) {
    forbid();
    return false;
  }
  const registrations = await container.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  window.history.replaceState({ ...window.history.state, [mark]: true }, '');
  window.location.reload();
  return true;
}

async function renderConsole(root: HTMLElement): Promise<void> {
  setPageData(parsePageData());
  const session = findSession(sessionStore.getState().sessions, window.location.pathname);
  // A failure is reported when the code is needed.
  const load = () => preloadConsole().catch(() => undefined);
  // The frame in index.html stays until the rows can be shown, because showing less before would delay them.
  if (session !== null) await load();
  // The form comes first, because evaluating the code would delay it.
  else requestAnimationFrame(() => setTimeout(load));
  replacePage(
    root,
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

/** Our server writes the configuration and the session into the page. */
function parsePageData() {
  const text = document.getElementById('page')?.textContent;
  if (!text) throw new Error("The page doesn't come from the console's server.");
  return v.parse(pageDataSchema, JSON.parse(text));
}

/**
 * Replaces what index.html contains. The sign-in form isn't hydrated, because translators and password managers change it
 * before this code has loaded. The replacement and the transfer of the values happen in one task, so no key is lost.
 */
function replacePage(root: HTMLElement, page: ReactNode): void {
  const fields = [...root.querySelectorAll('input')].map((field) => ({
    id: field.id,
    value: field.value,
    selection: [field.selectionStart, field.selectionEnd] as const,
    isFocused: field === document.activeElement,
  }));
  flushSync(() => createRoot(root).render(page));
  for (const { id, value, selection, isFocused } of fields) {
    const field = document.getElementById(id);
    if (!(field instanceof HTMLInputElement)) continue;
    if (value !== '') field.value = value;
    if (!isFocused) continue;
    field.focus();
    field.setSelectionRange(...selection);
  }
}
