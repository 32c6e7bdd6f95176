import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { compression } from 'vite-plugin-compression2';

/** @typedef {Record<'id' | 'name' | 'created' | 'apiHost' | 'dbHost', string>} Row */

const out = fileURLToPath(new URL('../../.bench/', import.meta.url));

/**
 * Builds the mandated packages alone, with the console's own build settings.
 * @param {Row[]} rows
 * @returns {Promise<string>} the folder
 */
export async function buildFloor(rows) {
  await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('./floor/', import.meta.url)),
    plugins: [react(), compression({ algorithms: ['gzip', 'brotliCompress'], threshold: 512 })],
    build: { outDir: `${out}floor`, emptyOutDir: true, target: 'es2022', reportCompressedSize: false },
  });
  writeCompressed(`${out}floor/rows.json`, JSON.stringify(rows));
  return `${out}floor`;
}

/**
 * Writes the same rows as a page without any script.
 * @param {Row[]} rows
 * @returns {string} the folder
 */
export function buildIdeal(rows) {
  rmSync(`${out}ideal`, { recursive: true, force: true });
  mkdirSync(`${out}ideal`, { recursive: true });
  const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Ideal</title>';
  const cells = (/** @type {Row} */ row) =>
    [row.name, row.created, row.apiHost, row.dbHost].map((text) => `<td>${escapeText(text)}</td>`).join('');
  const body = rows.map(
    (row) => `<tr>${cells(row)}<td><button type="button">Delete ${escapeText(row.name)}</button></td></tr>`,
  );
  const form =
    '<form><h1>Sign in</h1><label>Workspace <input name="workspace"></label>' +
    '<label>Access token <input name="token" type="password"></label><button>Sign in</button></form>';
  writeCompressed(`${out}ideal/index.html`, head + form);
  writeCompressed(`${out}ideal/rows.html`, `${head}<table><tbody>${body.join('')}</tbody></table>`);
  return `${out}ideal`;
}

/**
 * Reads from a running console what its first screen shows.
 * @param {string} origin
 * @returns {Promise<Row[]>}
 */
export async function readRows(origin) {
  const headers = { authorization: 'Bearer sandbox-token' };
  const databases = ['orders', 'analytics', 'identity'];
  const lists = databases.map(async (name) => {
    const answer = await fetch(`${origin}/api/workspaces/acme/databases/${name}/compute`, { headers });
    if (!answer.ok) throw new Error(`The sandbox did not list ${name}: ${answer.status}.`);
    return answer.json();
  });
  return (await Promise.all(lists)).flat();
}

/**
 * @param {string} path
 * @param {string} text
 */
function writeCompressed(path, text) {
  writeFileSync(path, text);
  writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(text));
}

/** @param {string} text */
function escapeText(text) {
  return String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
