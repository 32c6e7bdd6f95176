import { existsSync } from 'node:fs';
import { firefox, webkit } from '@playwright/test';
import { install, isRoot } from './chromium.mjs';

/**
 * A browser and its build. Playwright can drive only its own builds of Firefox and WebKit.
 * @typedef {{ name: 'firefox' | 'webkit', by: 'playwright' | 'system', path: string }} FoundBrowser
 */

/** The browsers beside Chromium, and the files of an installed build. The slowest is first. */
const known = [
  {
    name: /** @type {const} */ ('webkit'),
    own: webkit.executablePath(),
    // The driver opens MiniBrowser, which is in its package. It needs a screen, which xvfb-run provides.
    builds: [['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run', '/usr/bin/xauth']],
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
  },
  {
    name: /** @type {const} */ ('firefox'),
    own: firefox.executablePath(),
    builds: [['/usr/bin/firefox-esr'], ['/usr/bin/firefox']],
    packages: ['firefox-esr'],
  },
];

export function findBrowsers() {
  return known.map(findBrowser).filter((found) => found !== null);
}

/**
 * @param {typeof known[number]} browser
 * @returns {FoundBrowser | null}
 */
function findBrowser({ name, own, builds }) {
  if (existsSync(own)) return { name, by: 'playwright', path: own };
  const [path] = builds.find((files) => files.every((file) => existsSync(file))) ?? [];
  return path === undefined ? null : { name, by: 'system', path };
}

/**
 * Installs Debian's Firefox and WebKit under CI if they are missing.
 * @returns {string[]} a line for each browser that is still missing
 */
export function ensureBrowsers() {
  const missing = () => known.filter((browser) => findBrowser(browser) === null);
  const packages = missing().flatMap((browser) => browser.packages);
  if (packages.length > 0 && process.env.CI !== undefined && isRoot()) install(...packages);
  return missing().map(
    ({ name, packages }) =>
      `${name} is skipped. Install the packages ${packages.join(', ')}, or run npx playwright install ${name}.`,
  );
}
