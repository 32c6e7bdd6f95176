import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readConfig } from '../config.ts';
import { App } from './App.tsx';
import { insideCode } from './insideCode.ts';

/**
 * Draws the console into the page, in place of what the page painted by itself; never throws.
 * @param rawConfig what `/config.json` holds, on its way
 */
export async function startConsole(root: HTMLElement, rawConfig: Promise<unknown>): Promise<void> {
  try {
    // Where a session is kept, its code comes beside the configuration, and the page's own frame stands until then.
    const isKept = document.documentElement.dataset.kept !== undefined;
    const code = isKept ? insideCode.prepare() : null;
    const config = readConfig(await rawConfig);
    await code;
    createRoot(root).render(
      <StrictMode>
        <App config={config} />
      </StrictMode>,
    );
  } catch (error) {
    root.textContent = `The console could not start. ${error instanceof Error ? error.message : ''} Reload, or tell who runs it.`;
  }
}
