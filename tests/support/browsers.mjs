import { existsSync } from 'node:fs';
import { firefox, webkit } from '@playwright/test';
import { findTestChromium, install, isRoot, starts } from './chromium.mjs';

/**
 * Whose build of an engine was found: Playwright drives its own ones only, and Chromium in any case.
 * @typedef {{ name: 'chromium' | 'firefox' | 'webkit', by: 'playwright' | 'system', path: string }} FoundBrowser
 */

const webkitDriver = '/usr/bin/WebKitWebDriver';
const missing = {
  firefox: 'Firefox was left out: install the package firefox-esr, or run npx playwright install firefox.',
  webkit:
    'WebKit was left out: install the packages webkit2gtk-driver, xvfb and xauth, or run npx playwright install webkit.',
};

/**
 * The browsers the main stories can be told in on this machine; the slowest first, so that none is left to the end.
 * @returns {FoundBrowser[]}
 */
export function findBrowsers() {
  const chromium = findTestChromium();
  return [
    findWebKit(),
    findFirefox(),
    chromium === null ? null : /** @type {const} */ ({ name: 'chromium', by: 'playwright', path: chromium }),
  ].filter((found) => found !== null);
}

/**
 * On a machine of its own (CI), installs Debian's Firefox and WebKit where there are none.
 * @returns {string[]} a line for each that is missing all the same
 */
export function ensureBrowsers() {
  const wanted = [
    ...(findFirefox() === null ? ['firefox-esr'] : []),
    // MiniBrowser, the window to WebKit, comes along with its driver.
    ...(findWebKit() === null ? ['webkit2gtk-driver', 'xvfb', 'xauth'] : []),
  ];
  if (wanted.length > 0 && process.env.CI !== undefined && isRoot()) install(...wanted);
  return [
    ...(findFirefox() === null ? [missing.firefox] : []),
    ...(findWebKit() === null ? [missing.webkit] : []),
  ];
}

/** @returns {FoundBrowser | null} */
function findFirefox() {
  const own = firefox.executablePath();
  if (existsSync(own)) return { name: 'firefox', by: 'playwright', path: own };
  const path = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(starts);
  return path === undefined ? null : { name: 'firefox', by: 'system', path };
}

/** @returns {FoundBrowser | null} */
function findWebKit() {
  const own = webkit.executablePath();
  if (existsSync(own)) return { name: 'webkit', by: 'playwright', path: own };
  // Its driver has no answer to --version; the screen it needs on a server comes from xvfb-run.
  const complete = [webkitDriver, '/usr/bin/xvfb-run', '/usr/bin/xauth'].every((path) => existsSync(path));
  return complete ? { name: 'webkit', by: 'system', path: webkitDriver } : null;
}
