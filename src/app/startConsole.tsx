import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { readConfig } from '../config.ts';
import { openGate } from '../session/openGate.ts';
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
    const gate = openGate(config, insideCode.prepare);
    const page = createRoot(root);
    const draw = () =>
      page.render(
        <StrictMode>
          <App config={config} gate={gate} />
        </StrictMode>,
      );
    // In steps: what stands behind the gate is much to draw, and a press meanwhile must not wait for all of it.
    if (isKept) startTransition(draw);
    else draw();
  } catch (error) {
    root.textContent = `The console could not start. ${error instanceof Error ? error.message : ''} Reload, or tell who runs it.`;
  }
}
