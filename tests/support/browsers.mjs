import { existsSync } from 'node:fs';
import { firefox, webkit } from '@playwright/test';
import { findTestChromium, install, isRoot, starts } from './chromium.mjs';

/**
 * A browser and its build. Playwright can drive only its own builds of Firefox and WebKit.
 * @typedef {{ name: 'chromium' | 'firefox' | 'webkit', by: 'playwright' | 'system', path: string }} FoundBrowser
 */

const webkitDriver = '/usr/bin/WebKitWebDriver';
const missing = {
  firefox: 'Firefox is skipped. Install the package firefox-esr, or run npx playwright install firefox.',
  webkit:
    'WebKit is skipped. Install the packages webkit2gtk-driver, xvfb and xauth, or run npx playwright install webkit.',
};

/**
 * Returns the installed browsers, the slowest first, so that it doesn't run alone at the end.
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
 * Installs Debian's Firefox and WebKit under CI if they are missing.
 * @returns {string[]} a line for each browser that is still missing
 */
export function ensureBrowsers() {
  const wanted = [
    ...(findFirefox() === null ? ['firefox-esr'] : []),
    // The driver package contains MiniBrowser.
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
  // The driver has no --version. It needs a screen, which xvfb-run provides.
  const complete = [webkitDriver, '/usr/bin/xvfb-run', '/usr/bin/xauth'].every((path) => existsSync(path));
  return complete ? { name: 'webkit', by: 'system', path: webkitDriver } : null;
}
