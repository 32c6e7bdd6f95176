import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { boot } from './app/boot.ts';
import { findRefusal, PageRefusal } from './app/PageRefusal.tsx';
import { readConfig } from './config.ts';
import './styles.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the ID "root".');
void start(root);

async function start(root: HTMLElement): Promise<void> {
  const refusal = findRefusal(window);
  if (refusal !== null) return createRoot(root).render(<PageRefusal {...refusal} />);
  try {
    // Request the same URL as the preload in index.html, so that the browser uses the preloaded response.
    const response = await fetch('/config.json');
    const booted = boot(await readConfig(await response.json()));
    await booted.ready;
    createRoot(root).render(
      <StrictMode>
        <App {...booted} />
      </StrictMode>,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    root.textContent = `The console couldn’t start. ${reason} Reload the page, or contact your operator.`;
  }
}
