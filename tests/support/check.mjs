import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// `npm run check` runs every tool, even if a tool fails. The last lines say which tools failed.
const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const tools = [
  {
    name: 'format',
    command: ['biome', 'format', '--reporter=concise', '--colors=off', '.'],
    advice: 'Run npm run fix.',
  },
  {
    name: 'lint',
    command: ['biome', 'check', '--formatter-enabled=false', '--error-on-warnings', '.'],
    advice: 'Run npm run fix for import order and safe fixes. Correct the rest by hand.',
  },
  { name: 'types', command: ['tsc', '--noEmit'], advice: 'Correct the type errors above.' },
  { name: 'unused code', command: ['knip'], advice: 'Remove the files, exports or packages above.' },
];

const results = await Promise.all(tools.map(async (tool) => ({ ...tool, ...(await runTool(tool.command)) })));
for (const { name, code, output } of results)
  if (code !== 0) process.stdout.write(`\n${name}:\n${output.trim()}\n`);
for (const { name, code, advice } of results)
  process.stdout.write(`${name}: ${code === 0 ? 'ok' : `failed. ${advice}`}\n`);
process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0;

/**
 * @param {string[]} command
 * @returns {Promise<{ code: number, output: string }>}
 */
function runTool(command) {
  return new Promise((resolve) => {
    const child = spawn('npx', ['--no-install', ...command], { cwd: projectRoot });
    let output = '';
    const collect = (/** @type {Buffer} */ piece) => {
      output += piece;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
