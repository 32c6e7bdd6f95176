import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Flags of a browser that minds its own business: nothing but the console's own requests leaves it. */
export const chromiumFlags = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium refuses its own sandbox to root.
  ...(isRoot() ? ['--no-sandbox'] : []),
];

const headlessShell = '/usr/bin/chromium-headless-shell';

/**
 * Returns the path of a Chromium that starts on this machine, or null.
 * @returns {string | null}
 */
function findChromium() {
  return candidates().find(starts) ?? null;
}

/**
 * Returns the path of a whole Chromium, or null. The headless shell saves no session files in its profile.
 * @returns {string | null}
 */
export function findWholeChromium() {
  return candidates().find((path) => !/headless[-_]shell/.test(path) && starts(path)) ?? null;
}

function candidates() {
  return [
    process.env.CHROMIUM_PATH,
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].filter((path) => path !== undefined);
}

/**
 * The same for tests: the same engine without windows, where it is installed, takes half the time on two cores.
 * @returns {string | null}
 */
export function findTestChromium() {
  return process.env.CHROMIUM_PATH === undefined && starts(headlessShell) ? headlessShell : findChromium();
}

/**
 * The same, but installs one where there is none, and on a machine of its own (CI) the one for tests beside Debian's.
 * @returns {string | null} null where no way gave one that starts
 */
export function ensureTestChromium() {
  const found = ensureChromium();
  if (found === '/usr/bin/chromium' && process.env.CI !== undefined && isRoot() && !starts(headlessShell))
    install('chromium-headless-shell');
  return findTestChromium();
}

/**
 * The same, but installs one where there is none: Playwright's, else Debian's.
 * @returns {string | null} null where neither way gave one that starts
 */
export function ensureChromium() {
  const found = findChromium();
  if (found !== null) return found;
  run('npx', ['playwright', 'install', 'chromium']);
  const installed = findChromium();
  if (installed !== null || !isRoot()) return installed;
  install('chromium');
  return findChromium();
}

/** What to tell whoever has to install one by hand. */
export const chromiumMissing =
  'No Chromium starts here: install one (npx playwright install --with-deps chromium, or the package chromium) or set CHROMIUM_PATH.';

/** @param {string} path */
export function starts(path) {
  return (
    existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
  );
}

/** @param {string[]} names of packages of Debian */
export function install(...names) {
  if (run('apt-get', ['update'])) run('apt-get', ['install', '-y', '--no-install-recommends', ...names]);
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  return spawnSync(command, args, { stdio: 'inherit', timeout: 300_000 }).status === 0;
}

export function isRoot() {
  return process.getuid?.() === 0;
}
