import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'puppeteer-core';
import { findFreePort, waitForPort } from '../support/listen.mjs';

/** A tab of a real browser. A page of Puppeteer is one. */
export type DrivenTab = {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  /** Evaluates an expression in the page and returns its JSON value. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
};

/** One browser with a new profile. Its tabs share their storage. */
export type Driver = { openTab(): Promise<DrivenTab>; close(): Promise<void> };

/** Playwright can't drive an installed Firefox, because it uses a command that Firefox 153 doesn't know. */
async function driveFirefox(): Promise<Driver> {
  // Firefox refuses to start as root if HOME belongs to another user, as on some CI machines.
  const home = await mkdtemp(join(tmpdir(), 'console-firefox-'));
  const browser = await launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox',
    defaultViewport: { width: 1280, height: 720 },
    userDataDir: join(home, 'profile'),
    env: { ...process.env, HOME: home },
  });
  return {
    openTab: () => browser.newPage(),
    async close() {
      await browser.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Drives WebKitGTK's MiniBrowser over WebDriver, on a virtual screen. */
async function driveWebKit(): Promise<Driver> {
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

  async function send(path: string, body: object = {}, method = 'POST') {
    const url = `http://127.0.0.1:${port}${path}`;
    const response = await fetch(url, { method, ...(method === 'POST' && { body: JSON.stringify(body) }) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value.message}`);
    return value;
  }

  const capabilities = { alwaysMatch: { browserName: 'MiniBrowser', unhandledPromptBehavior: 'accept' } };
  const session = `/session/${(await send('/session', { capabilities })).sessionId}`;
  // The first tab stays open and empty, because the session would end with its last tab.
  const firstTab = await send(`${session}/window`, undefined, 'GET');
  let currentTab = firstTab;

  async function sendTo(tab: string, path: string, body?: object, method?: string) {
    if (tab !== currentTab) await send(`${session}/window`, { handle: tab });
    currentTab = tab;
    return send(session + path, body, method);
  }

  return {
    async openTab() {
      const { handle } = await sendTo(firstTab, '/window/new', { type: 'window' });
      await sendTo(handle, '/window/rect', { width: 1280, height: 900, x: 0, y: 0 });
      return {
        goto: (url) => sendTo(handle, '/url', { url }),
        reload: () => sendTo(handle, '/refresh'),
        evaluate: (code) => sendTo(handle, '/execute/sync', { script: `return ${code}`, args: [] }),
        close: () => sendTo(handle, '/window', undefined, 'DELETE'),
      };
    },
    async close() {
      await send(session, undefined, 'DELETE');
      if (server.pid !== undefined) process.kill(-server.pid);
    },
  };
}

export const drivers = { firefox: driveFirefox, webkit: driveWebKit };
