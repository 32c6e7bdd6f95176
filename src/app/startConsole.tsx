import { type ComponentType, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readConfig } from '../config.ts';
import type { InsideProps } from '../session/GateProps.ts';
import { App } from './App.tsx';
import { insideCode } from './insideCode.ts';

/**
 * Draws the console into the page, in place of what the page painted by itself; never throws.
 * @param rawConfig what `/config.json` holds, on its way
 */
export async function startConsole(root: HTMLElement, rawConfig: Promise<unknown>): Promise<void> {
  try {
    // Where a session is kept, its code comes beside the configuration, and the page's own frame stands until then.
    const inside = loadInside();
    const config = readConfig(await rawConfig);
    const loaded = await inside;
    createRoot(root).render(
      <StrictMode>
        <App config={config} {...(loaded && { inside: loaded })} />
      </StrictMode>,
    );
  } catch (error) {
    root.textContent = `The console could not start. ${error instanceof Error ? error.message : ''} Reload, or tell who runs it.`;
  }
}

/** null where nobody is signed in, as `public/theme.js` found; also where it does not come: the gate tries again. */
async function loadInside(): Promise<ComponentType<InsideProps> | null> {
  if (document.documentElement.dataset.kept === undefined) return null;
  insideCode.prepare();
  return insideCode.inside().then(
    ({ Inside }) => Inside,
    () => null,
  );
}
