import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Flags that keep Chromium from sending requests of its own. */
export const chromiumFlags = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium's sandbox doesn't work for root.
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
 * Returns the path of a Chromium for tests, or null. The headless shell takes half the time on two cores.
 * @returns {string | null}
 */
export function findTestChromium() {
  return process.env.CHROMIUM_PATH === undefined && starts(headlessShell) ? headlessShell : findChromium();
}

/**
 * Returns the path of a Chromium for tests. If there is none, installs Playwright's or Debian's, and under CI the headless
 * shell too.
 * @returns {string | null} null if the installation failed
 */
export function ensureTestChromium() {
  if (findChromium() === null) run('npx', ['playwright', 'install', 'chromium']);
  if (findChromium() === null && isRoot()) install('chromium');
  const isDebians = findChromium() === '/usr/bin/chromium';
  if (isDebians && process.env.CI !== undefined && isRoot() && !starts(headlessShell))
    install('chromium-headless-shell');
  return findTestChromium();
}

/** The advice if the installation fails. */
export const chromiumMissing =
  'No Chromium starts on this machine. Run npx playwright install --with-deps chromium, or install the package chromium, or set CHROMIUM_PATH.';

/** @param {string} path */
function starts(path) {
  return (
    existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
  );
}

/** @param {string[]} names names of Debian packages */
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
