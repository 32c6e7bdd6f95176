import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The tests run twice as fast in the headless shell. */
const chromiumPaths = [
  ...[process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell', chromium.executablePath()],
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
];

export function findChromium() {
  return chromiumPaths.find((path) => existsSync(path) && readVersion(path) !== null) ?? null;
}

/** The folder of the pictures by this machine's version of Chromium. A different one draws letters and edges in its own way. */
export function findPictures() {
  const version = readVersion(findChromium() ?? 'false') ?? 'unknown';
  const folder = `${import.meta.dirname}/../app/pictures/chromium-${version}`;
  return { folder, exist: existsSync(folder) };
}

function readVersion(path: string) {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return /[\d.]{5,}/.exec(stdout ?? '')?.[0] ?? null;
}

/** A Chromium's path, or null. Installs one if none starts, and as root under CI a headless shell for Debian's. */
export function installChromium() {
  if (findChromium() === null) run('npx', 'playwright', 'install', 'chromium');
  if (findChromium() === null) installPackages('chromium');
  if (findChromium() === '/usr/bin/chromium' && process.env.CI !== undefined)
    installPackages('chromium-headless-shell');
  const path = findChromium();
  const advice = 'Run npx playwright install --with-deps chromium, or set CHROMIUM_PATH.';
  if (path === null) process.stderr.write(`No Chromium starts on this machine. ${advice}\n`);
  return path;
}

/** The browsers that run the main stories only, the slowest first. WebKit needs a screen, and xvfb-run provides one. */
const otherBrowsers = [
  { name: 'webkit', files: 'WebKitWebDriver xvfb-run xauth', packages: 'webkit2gtk-driver xvfb xauth' },
  { name: 'firefox', files: 'firefox', packages: 'firefox-esr' },
] as const;

export function findOtherBrowsers() {
  return otherBrowsers
    .filter(({ files }) => files.split(' ').every((file) => existsSync(`/usr/bin/${file}`)))
    .map(({ name }) => name);
}

/** As root under CI, installs Debian's Firefox and WebKit. Says which are missing. */
export function installOtherBrowsers() {
  const findMissing = () => otherBrowsers.filter(({ name }) => !findOtherBrowsers().includes(name));
  const packages = findMissing().flatMap((browser) => browser.packages.split(' '));
  if (packages.length > 0 && process.env.CI !== undefined) installPackages(...packages);
  for (const browser of findMissing())
    process.stderr.write(`${browser.name} is skipped. To test it, install ${browser.packages}.\n`);
}

function installPackages(...packages: string[]) {
  if (process.getuid?.() !== 0) return;
  run('apt-get', 'update');
  run('apt-get', 'install', '-y', '--no-install-recommends', ...packages);
}

function run(command: string, ...args: string[]) {
  spawnSync(command, args, { stdio: 'inherit', timeout: 300_000 });
}
