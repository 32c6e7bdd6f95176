import { spawn } from 'node:child_process';
import { Builder, Origin } from 'selenium-webdriver';
import { freePort, waitForPort } from '../support/listen.mjs';
import type { DrivenTab, Driver } from './driver.ts';

/** Drives WebKitGTK over WebDriver on a virtual screen. The driver opens its MiniBrowser. */
export async function driveWebKit(driverPath: string): Promise<Driver> {
  const port = await freePort();
  const server = spawn(
    'xvfb-run',
    ['--auto-servernum', '--server-args=-screen 0 1400x1000x24', driverPath, `--port=${port}`],
    {
      // A process group, so that the driver, its browser and their screen end together.
      detached: true,
      stdio: 'ignore',
      // Halves the time without a graphics card.
      env: { ...process.env, WEBKIT_DISABLE_DMABUF_RENDERER: '1' },
    },
  );
  await waitForPort(port, server);
  const browser = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({ browserName: 'MiniBrowser', unhandledPromptBehavior: 'accept' })
    .build();
  await browser.manage().window().setRect({ width: 1280, height: 900, x: 0, y: 0 });
  // The session would end with its last tab, so the first tab is reused and never closed.
  const first = await browser.getWindowHandle();
  let isInUse = false;
  return {
    async openTab() {
      if (isInUse) await browser.switchTo().newWindow('window');
      else await browser.switchTo().window(first);
      isInUse = true;
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
        // Leave the page first, because a page with a beforeunload question would never close.
        await browser.get('about:blank');
        if (handle !== first) return browser.close();
        isInUse = false;
      },
    };
  }
}
