import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'puppeteer-core';
import { findFreePort, waitForPort } from '../support/listen.mjs';

/** The only tab of a browser with a new profile. */
type DrivenTab = {
  goto(url: string): Promise<unknown>;
  /** Evaluates an expression in the page and returns its JSON value. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
};

/** Playwright can't drive an installed Firefox, because it uses a command that Firefox 153 doesn't know. */
async function driveFirefox(): Promise<DrivenTab> {
  // Firefox refuses to start as root if HOME belongs to another user, as on some CI machines.
  const home = await mkdtemp(join(tmpdir(), 'console-firefox-'));
  const browser = await launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox',
    defaultViewport: { width: 1280, height: 900 },
    userDataDir: join(home, 'profile'),
    env: { ...process.env, HOME: home },
  });
  const page = await browser.newPage();
  return {
    goto: (url) => page.goto(url),
    evaluate: (expression) => page.evaluate(expression),
    async close() {
      await browser.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Drives WebKitGTK's MiniBrowser over WebDriver, on a virtual screen. */
async function driveWebKit(): Promise<DrivenTab> {
  const port = await findFreePort();
  const server = spawn(
    'xvfb-run',
    ['--auto-servernum', '--server-args=-screen 0 1400x1000x24', 'WebKitWebDriver', `--port=${port}`],
    {
      // Start a process group, so that one signal ends the driver, the browser and the virtual screen.
      detached: true,
      stdio: 'ignore',
      // On a machine without a graphics card, this variable halves the duration of the stories.
      env: { ...process.env, WEBKIT_DISABLE_DMABUF_RENDERER: '1' },
    },
  );
  await waitForPort(port, server);
  async function send(path: string, body: object) {
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  }
  const { sessionId } = await send('', { capabilities: { alwaysMatch: { browserName: 'MiniBrowser' } } });
  await send(`/${sessionId}/window/rect`, { width: 1280, height: 900, x: 0, y: 0 });
  return {
    goto: (url) => send(`/${sessionId}/url`, { url }),
    evaluate: (code) => send(`/${sessionId}/execute/sync`, { script: `return ${code}`, args: [] }),
    async close() {
      if (server.pid !== undefined) process.kill(-server.pid);
    },
  };
}

export const drivers = { firefox: driveFirefox, webkit: driveWebKit };
