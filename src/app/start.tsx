import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readConfig } from '../config.ts';
import { App, boot } from './App.tsx';

/** Draws the console into the page, in place of what the page painted by itself; never throws. */
export async function startConsole(root: HTMLElement): Promise<void> {
  try {
    // On its way since the head of the page, which asks for it in just this way.
    const answer = await fetch('/config.json');
    const config = readConfig(await answer.json());
    const booted = boot(config);
    createRoot(root).render(
      <StrictMode>
        <App {...booted} />
      </StrictMode>,
    );
  } catch (error) {
    root.textContent = `The console could not start. ${error instanceof Error ? error.message : ''} Reload, or tell who runs it.`;
  }
}
