import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Most of these flags stop Chromium from sending its own requests, such as update checks. */
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
  return getChromiumPaths().find(canStart) ?? null;
}

/**
 * Returns the path of a Chromium that saves session files, or null. A headless shell saves none.
 * @returns {string | null}
 */
export function findFullChromium() {
  return getChromiumPaths().find((path) => !/headless[-_]shell/.test(path) && canStart(path)) ?? null;
}

function getChromiumPaths() {
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
 * Returns the path of a Chromium for tests. Installs Chromium if none starts. Under CI, also installs Debian's headless shell
 * if Debian's Chromium is used.
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

export const chromiumMissingMessage =
  'No Chromium starts on this machine. Run npx playwright install --with-deps chromium, or install the package chromium, or set CHROMIUM_PATH.';

/** @param {string} path */
function canStart(path) {
  return (
    existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
  );
}

/** @param {string[]} packages names of Debian packages */
export function installPackages(...packages) {
  if (runCommand('apt-get', ['update']))
    runCommand('apt-get', ['install', '-y', '--no-install-recommends', ...packages]);
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
