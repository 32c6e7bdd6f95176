import { spawn } from 'node:child_process';
import { Builder, Origin } from 'selenium-webdriver';
import { findFreePort, waitForPort } from '../support/listen.mjs';
import type { DrivenTab, Driver } from './driver.ts';

/** Drives WebKitGTK's MiniBrowser over WebDriver, on a virtual screen. */
export async function driveWebKit(driverPath: string): Promise<Driver> {
  const port = await findFreePort();
  const server = spawn(
    'xvfb-run',
    ['--auto-servernum', '--server-args=-screen 0 1400x1000x24', driverPath, `--port=${port}`],
    {
      // Start a process group, so that one signal ends the driver, the browser and the virtual screen.
      detached: true,
      stdio: 'ignore',
      // On a machine without a graphics card, this variable halves the duration of the stories.
      env: { ...process.env, WEBKIT_DISABLE_DMABUF_RENDERER: '1' },
    },
  );
  await waitForPort(port, server);
  const browser = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({ browserName: 'MiniBrowser', unhandledPromptBehavior: 'accept' })
    .build();
  await browser.manage().window().setRect({ width: 1280, height: 900, x: 0, y: 0 });
  // Reuse the first tab and never close it, because the WebDriver session would end with its last tab.
  const firstHandle = await browser.getWindowHandle();
  let isFirstWindowInUse = false;
  return {
    async openTab() {
      if (isFirstWindowInUse) await browser.switchTo().newWindow('window');
      else await browser.switchTo().window(firstHandle);
      isFirstWindowInUse = true;
      return createTab(await browser.getWindowHandle());
    },
    async close() {
      await browser.quit();
      if (server.pid !== undefined) process.kill(-server.pid);
    },
  };

  function createTab(handle: string): DrivenTab {
    const switchToTab = () => browser.switchTo().window(handle);
    return {
      async goto(url) {
        await switchToTab();
        await browser.get(url);
      },
      async reload() {
        await switchToTab();
        await browser.navigate().refresh();
      },
      async back() {
        await switchToTab();
        await browser.navigate().back();
      },
      async evaluate(expression) {
        await switchToTab();
        return browser.executeScript(`return ${expression}`);
      },
      async click(x, y) {
        await switchToTab();
        await browser
          .actions()
          .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT })
          .click()
          .perform();
      },
      async type(text) {
        await switchToTab();
        await browser.actions().sendKeys(text).perform();
      },
      async close() {
        await switchToTab();
        // Leave the page first, because a page that asks before it unloads would never close.
        await browser.get('about:blank');
        if (handle !== firstHandle) return browser.close();
        isFirstWindowInUse = false;
      },
    };
  }
}
