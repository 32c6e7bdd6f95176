import { existsSync } from 'node:fs';
import { firefox, webkit } from '@playwright/test';
import { installPackages, isRoot } from './chromium.mjs';

/**
 * An installed browser. `builtBy` is needed because Playwright can drive only its own builds of Firefox and WebKit.
 * @typedef {{ name: 'firefox' | 'webkit', builtBy: 'playwright' | 'system', path: string }} FoundBrowser
 */

/** All browsers except Chromium, the slowest first. A system build is installed if all its files exist. */
const otherBrowsers = [
  {
    name: /** @type {const} */ ('webkit'),
    playwrightPath: webkit.executablePath(),
    // The driver needs a screen, and xvfb-run provides a virtual screen.
    systemBuilds: [['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run', '/usr/bin/xauth']],
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
  },
  {
    name: /** @type {const} */ ('firefox'),
    playwrightPath: firefox.executablePath(),
    systemBuilds: [['/usr/bin/firefox-esr'], ['/usr/bin/firefox']],
    packages: ['firefox-esr'],
  },
];

export function findBrowsers() {
  return otherBrowsers.map(findBrowser).filter((found) => found !== null);
}

/**
 * @param {typeof otherBrowsers[number]} browser
 * @returns {FoundBrowser | null}
 */
function findBrowser({ name, playwrightPath, systemBuilds }) {
  if (existsSync(playwrightPath)) return { name, builtBy: 'playwright', path: playwrightPath };
  const [path] = systemBuilds.find((files) => files.every((file) => existsSync(file))) ?? [];
  return path === undefined ? null : { name, builtBy: 'system', path };
}

/**
 * Installs Debian's Firefox and WebKit under CI if they are missing.
 * @returns {string[]} a line for each browser that is still missing
 */
export function ensureBrowsers() {
  const findMissing = () => otherBrowsers.filter((browser) => findBrowser(browser) === null);
  const packages = findMissing().flatMap((browser) => browser.packages);
  if (packages.length > 0 && process.env.CI !== undefined && isRoot()) installPackages(...packages);
  return findMissing().map(
    ({ name, packages }) =>
      `${name} is skipped. Install the packages ${packages.join(', ')}, or run npx playwright install ${name}.`,
  );
}
