import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { Builder, Origin } from 'selenium-webdriver';
import { freePort } from '../support/nginx.mjs';
import type { DrivenTab, Driver } from './driver.ts';

/** WebKitGTK over WebDriver, on a screen of its own; its driver opens the MiniBrowser that came with it. */
export async function driveWebKit(driverPath: string): Promise<Driver> {
  const port = await freePort();
  const server = spawn(
    'xvfb-run',
    ['--auto-servernum', '--server-args=-screen 0 1400x1000x24', driverPath, `--port=${port}`],
    {
      // A group of its own, so that the driver, its browser and their screen end together.
      detached: true,
      stdio: 'ignore',
      // Halves the time where no graphics card draws.
      env: { ...process.env, WEBKIT_DISABLE_DMABUF_RENDERER: '1' },
    },
  );
  const address = `http://127.0.0.1:${port}`;
  await answering(`${address}/status`, server);
  const browser = await new Builder()
    .usingServer(address)
    .withCapabilities({ browserName: 'MiniBrowser', unhandledPromptBehavior: 'accept' })
    .build();
  await browser.manage().window().setRect({ width: 1280, height: 900, x: 0, y: 0 });
  // The session would end with its last tab, so this one stays, and is only lent.
  const first = await browser.getWindowHandle();
  let isLent = false;
  return {
    async openTab() {
      if (isLent) await browser.switchTo().newWindow('window');
      else await browser.switchTo().window(first);
      isLent = true;
      return drivenTab(await browser.getWindowHandle());
    },
    async close() {
      await browser.quit();
      if (server.pid !== undefined) process.kill(-server.pid);
    },
  };

  function drivenTab(handle: string): DrivenTab {
    const here = () => browser.switchTo().window(handle);
    return {
      async goto(url) {
        await here();
        await browser.get(url);
      },
      async reload() {
        await here();
        await browser.navigate().refresh();
      },
      async back() {
        await here();
        await browser.navigate().back();
      },
      async evaluate(expression) {
        await here();
        return browser.executeScript(`return ${expression}`);
      },
      async click(x, y) {
        await here();
        await browser
          .actions()
          .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT })
          .click()
          .perform();
      },
      async type(text) {
        await here();
        await browser.actions().sendKeys(text).perform();
      },
      async close() {
        await here();
        // Left first: a tab whose page asks before it is left would never close.
        await browser.get('about:blank');
        if (handle !== first) return browser.close();
        isLent = false;
      },
    };
  }
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 400 && server.exitCode === null; tries += 1) {
    const answered = await fetch(url).catch(() => null);
    if (answered?.ok) return;
    await setTimeout(50);
  }
  throw new Error('The driver of WebKit did not start.');
}
