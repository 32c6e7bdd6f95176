import { lazy, type ReactNode, StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import * as v from 'valibot';
import { App, CrashPage } from './app/App.tsx';
import { pageDataSchema } from './config.ts';
import { findCurrentSession, setPageData } from './session/pageData.ts';
import './styles.css';

const consoleModule = import('./app/Console.tsx').then(({ Console }) => ({ default: Console }));

const httpsText =
  'This console requires HTTPS. Without it, others on the network could read your token. Open the console with https://. On the server itself, http://localhost also works.';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the ID "root".');
void start(root);

async function start(root: HTMLElement): Promise<void> {
  try {
    if (!window.isSecureContext) throw new Error(httpsText);
    setPageData(parsePageData());
    // After a fallback, React would show the first rows up to 300 ms late (facebook/react#36569).
    const isSignedIn = findCurrentSession() !== null;
    const Console = isSignedIn ? (await consoleModule).default : lazy(() => consoleModule);
    const page = (
      <StrictMode>
        <App Console={Console} />
      </StrictMode>
    );
    // In short tasks: with the CPU slowed down 4 times, the blocking time to the first row was 117 ms before, and is 30.
    if (isSignedIn) startTransition(() => createRoot(root).render(page));
    else replacePage(root, page);
  } catch (error) {
    replacePage(root, <CrashPage error={error} />);
  }
}

function parsePageData() {
  const text = document.getElementById('page')?.textContent;
  if (!text) throw new Error("The page doesn't come from the console's server.");
  return v.parse(pageDataSchema, JSON.parse(text));
}

/**
 * The form of index.html isn't hydrated, because translators and password managers can change it before. What was typed is
 * moved in the same task, so that no key is lost.
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
