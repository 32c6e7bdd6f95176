import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Flags for tests. Most of them keep Chromium from sending requests that the page did not cause. */
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
  return candidates().find(canStart) ?? null;
}

/**
 * Returns the path of a Chromium that is not a headless shell, or null. A headless shell saves no session files.
 * @returns {string | null}
 */
export function findWholeChromium() {
  return candidates().find((path) => !/headless[-_]shell/.test(path) && canStart(path)) ?? null;
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
 * Returns the path of a Chromium for tests, or null. Prefers the headless shell, because the tests run twice as fast in it.
 * @returns {string | null}
 */
export function findTestChromium() {
  return process.env.CHROMIUM_PATH === undefined && canStart(headlessShell) ? headlessShell : findChromium();
}

/**
 * Returns the path of a Chromium for tests. If none is found, installs the build of Playwright or Debian. Under CI, also
 * installs Debian's headless shell.
 * @returns {string | null} null if the installation failed
 */
export function ensureTestChromium() {
  if (findChromium() === null) runCommand('npx', ['playwright', 'install', 'chromium']);
  if (findChromium() === null && isRoot()) installPackages('chromium');
  const isDebianBuild = findChromium() === '/usr/bin/chromium';
  if (isDebianBuild && process.env.CI !== undefined && isRoot() && !canStart(headlessShell))
    installPackages('chromium-headless-shell');
  return findTestChromium();
}

/** The message if no Chromium could be installed. */
export const chromiumMissing =
  'No Chromium starts on this machine. Run npx playwright install --with-deps chromium, or install the package chromium, or set CHROMIUM_PATH.';

/** @param {string} path */
function canStart(path) {
  return (
    existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
  );
}

/** @param {string[]} names names of Debian packages */
export function installPackages(...names) {
  if (runCommand('apt-get', ['update']))
    runCommand('apt-get', ['install', '-y', '--no-install-recommends', ...names]);
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function runCommand(command, args) {
  return spawnSync(command, args, { stdio: 'inherit', timeout: 300_000 }).status === 0;
}

export function isRoot() {
  return process.getuid?.() === 0;
}
