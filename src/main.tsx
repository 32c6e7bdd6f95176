import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { boot } from './app/boot.ts';
import { readConfig } from './config.ts';
import './styles.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html holds no element with the id "root".');
void startConsole(root);

/** Draws the console into the page, in place of what the page painted by itself; never throws. */
async function startConsole(root: HTMLElement): Promise<void> {
  try {
    // On its way since the head of the page, which asks for it in just this way.
    const response = await fetch('/config.json');
    const booted = boot(await readConfig(await response.json()));
    await booted.ready;
    createRoot(root).render(
      <StrictMode>
        <App {...booted} />
      </StrictMode>,
    );
  } catch (error) {
    root.textContent = `The console could not start. ${error instanceof Error ? error.message : ''} Reload, or tell whoever runs it.`;
  }
}
