import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// `npm start`: builds where the build is missing, unfinished or older than its sources, then runs the server in this
// process, so that signals reach it. Plain JavaScript, because it runs before anything is built.
const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = [
  'src',
  'public',
  'index.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
];

if (newestOf(sources.map((name) => join(root, name))) > changedAt(join(root, 'dist/.complete'))) build();
await import(pathToFileURL(join(root, 'dist/server/main.js')).href);

function build() {
  process.stderr.write('Building the console…\n');
  const npm = process.env.npm_execpath;
  const [command, args] = npm?.endsWith('.js')
    ? [process.execPath, [npm, 'run', 'build']]
    : ['npm', ['run', 'build']];
  // What the build says goes to stderr: stdout is the server's, for its address and its log.
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  process.stderr.write('The build failed, so the server was not started; the reason stands above.\n');
  process.exit(1);
}

/**
 * The latest change below some paths, in ms; directories count, since that is where a removed file shows.
 * @param {string[]} paths
 * @returns {number}
 */
function newestOf(paths) {
  let newest = 0;
  for (const path of paths) {
    newest = Math.max(newest, changedAt(path));
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) continue;
    newest = Math.max(newest, newestOf(readdirSync(path).map((name) => join(path, name))));
  }
  return newest;
}

/**
 * When a file or directory changed last, in ms; 0 where there is none.
 * @param {string} path
 * @returns {number}
 */
function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
