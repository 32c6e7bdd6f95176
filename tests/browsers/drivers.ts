import { spawn } from 'node:child_process';
import { launch } from 'puppeteer-core';
import { findFreePort, waitForPort } from '../support/listen.ts';

/** A tab of a browser with a new profile. */
export type DrivenTab = Awaited<ReturnType<typeof driveFirefox | typeof driveWebKit>>;

// As root, Firefox doesn't start if HOME belongs to another user, as on some CI machines.
/** Playwright can't drive an installed Firefox, because it uses a command that Firefox 153 doesn't know. */
async function driveFirefox(home: string) {
  const env = { ...process.env, HOME: home };
  const executablePath = '/usr/bin/firefox';
  const browser = await launch({ browser: 'firefox', executablePath, env, defaultViewport: null });
  const page = await browser.newPage();
  return {
    goto: (url: string) => page.goto(url),
    evaluate: (expression: string) => page.evaluate(expression),
    close: () => browser.close(),
  };
}

/** Drives WebKitGTK's MiniBrowser over WebDriver, on a virtual screen. */
async function driveWebKit() {
  const port = await findFreePort();
  // On a machine without a graphics card, this variable halves the duration of the stories.
  const env = { ...process.env, WEBKIT_DISABLE_DMABUF_RENDERER: '1' };
  const command = ['--auto-servernum', 'WebKitWebDriver', `--port=${port}`];
  // A process group, so that one signal ends the driver, the browser and the virtual screen.
  const server = spawn('xvfb-run', command, { detached: true, stdio: 'ignore', env });
  await waitForPort(port, server);
  async function send(path: string, body: object) {
    const url = `http://127.0.0.1:${port}/session${path}`;
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  }
  const { sessionId } = await send('', { capabilities: { alwaysMatch: { browserName: 'MiniBrowser' } } });
  return {
    goto: (url: string) => send(`/${sessionId}/url`, { url }),
    evaluate: (code: string) => send(`/${sessionId}/execute/sync`, { script: `return ${code}`, args: [] }),
    close: async () => server.pid && process.kill(-server.pid),
  };
}

export const drivers = { firefox: driveFirefox, webkit: driveWebKit };
