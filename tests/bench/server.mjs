import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startNginx, startNginxService } from '../support/nginx.mjs';
import { atLeast, atMost } from './bars.mjs';
import { spreadOf } from './report.mjs';

/**
 * @typedef {{ rps: number, p99: number, cpuUs: number }} Load requests a second, ms, CPU time of the server a request
 * @typedef {{ name: string, origin: string, pid: () => number }} Server
 */

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const read = '/api/workspaces/acme/regions';
const regions = ['CLOUDA_US_WEST_2', 'CLOUDA_EU_CENTRAL_1', 'CLOUDB_EASTUS'];

/**
 * The built server next to nginx with the configuration kept in src/server: the same build, the same headers, the same
 * service, a log each, one process each; in turns, so that whatever else the machine does falls on both.
 * @param {number} rounds
 */
export async function measureServer(rounds) {
  if (!ensureWrk()) throw new Error('wrk is not installed: install the package wrk (apt-get install wrk).');
  const startMs = await timeStarts(5);
  const service = await startNginxService(regions);
  const nginx = await startNginx({ root: join(dist, 'client'), service: service.origin });
  const own = await startOwn(service.origin);
  const servers = [
    { name: 'own', origin: own.origin, pid: () => own.pid },
    { name: 'nginx', origin: nginx.origin, pid: () => workerOf(nginx.pid) },
  ];
  try {
    /** @type {Record<string, Load[]>} */
    const loads = {};
    for (const server of servers) load(server, read, 2);
    for (let round = 0; round < rounds; round += 1)
      for (const [kind, path] of [
        ['static', '/'],
        ['read', read],
      ])
        for (const server of servers) {
          const name = `${kind} ${server.name}`;
          loads[name] = [...(loads[name] ?? []), load(server, String(path), 3)];
        }
    const memory = await memoryOver(200_000, own);
    return reportOf(loads, startMs, memory);
  } finally {
    await own.stop();
    await nginx.stop();
    await service.stop();
  }
}

/**
 * @param {Record<string, Load[]>} loads
 * @param {number} startMs
 * @param {{ beforeMb: number, afterMb: number, requests: number }} memory
 */
function reportOf(loads, startMs, memory) {
  const of = (/** @type {string} */ name, /** @type {keyof Load} */ key) =>
    spreadOf((loads[name] ?? []).map((one) => one[key])).median;
  const ratio = (/** @type {string} */ kind, /** @type {keyof Load} */ key) =>
    spreadOf(
      (loads[`${kind} own`] ?? []).map(
        (one, at) => one[key] / (loads[`${kind} nginx`]?.[at]?.[key] ?? Number.NaN),
      ),
    ).median;
  const rows = ['static own', 'static nginx', 'read own', 'read nginx'].map((name) => [
    name,
    of(name, 'rps'),
    of(name, 'p99'),
    of(name, 'cpuUs'),
  ]);
  return {
    title: 'The server next to nginx (medians of rounds in turns)',
    table: [['load', 'requests/s', 'p99 ms', 'CPU µs/request'], ...rows],
    figures: { loads, startMs, memory },
    bars: [
      atLeast('static requests per core', 1 / ratio('static', 'cpuUs'), 0.35, '× nginx'),
      atLeast('proxied reads', ratio('read', 'rps'), 0.5, '× nginx'),
      atMost('p99 of proxied reads', ratio('read', 'p99'), 2, '× nginx'),
      atMost(`memory after ${memory.requests} requests`, memory.afterMb / memory.beforeMb, 1.15, '× before'),
      atMost('start to first answer', startMs, 300, 'ms'),
    ],
  };
}

/**
 * @param {Server} server
 * @param {string} path
 * @param {number} seconds
 * @returns {Load}
 */
function load(server, path, seconds) {
  const pid = server.pid();
  const before = cpuMs(pid);
  const args = ['-t1', '-c32', `-d${seconds}s`, '--latency', '-H', 'Accept-Encoding: gzip'];
  args.push('-H', 'Authorization: Bearer a-token-of-the-bench', server.origin + path);
  const said = spawnSync('wrk', args, { encoding: 'utf8' }).stdout;
  const spent = cpuMs(pid) - before;
  const requests = Number(/(\d+) requests in/.exec(said)?.[1]);
  if (!(requests > 0) || /Non-2xx|Socket errors/.test(said))
    throw new Error(`wrk failed on ${path}: ${said}`);
  const [, p99 = '', unit = ''] = /99% +([\d.]+)(us|ms|s)/.exec(said) ?? [];
  return {
    rps: Number(/Requests\/sec: +([\d.]+)/.exec(said)?.[1]),
    p99: Number(p99) * (unit === 's' ? 1000 : unit === 'us' ? 0.001 : 1),
    cpuUs: (spent * 1000) / requests,
  };
}

/**
 * @param {number} requests
 * @param {{ name: string, origin: string, pid: number }} own
 */
async function memoryOver(requests, own) {
  const server = { ...own, pid: () => own.pid };
  const beforeMb = residentMb(own.pid);
  let done = 0;
  while (done < requests) done += Math.round(load(server, read, 5).rps * 5);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return { beforeMb, afterMb: residentMb(own.pid), requests: done };
}

/** @param {number} times */
async function timeStarts(times) {
  const taken = [];
  for (let at = 0; at < times; at += 1) {
    const began = performance.now();
    const own = await startOwn();
    taken.push(performance.now() - began);
    await own.stop();
  }
  return spreadOf(taken).median;
}

/**
 * Starts the built server, its log in a file, and waits for its first answer.
 * @param {string} [service] the sandbox where there is none
 */
async function startOwn(service) {
  const dir = mkdtempSync(join(tmpdir(), 'console-own-'));
  const log = openSync(join(dir, 'log'), 'w');
  const port = await freePort();
  const env = { PATH: process.env.PATH ?? '', PORT: `${port}`, ...(service && { SERVICE_URL: service }) };
  const child = spawn(process.execPath, [join(dist, 'server/main.js')], {
    env,
    stdio: ['ignore', log, 'inherit'],
  });
  closeSync(log);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const origin = `http://127.0.0.1:${port}`;
  while (!(await answers(origin))) {
    if (child.exitCode !== null) throw new Error('The server ended before it answered.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return {
    name: 'own',
    origin,
    pid: Number(child.pid),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(dir, { recursive: true });
    },
  };
}

/** @param {string} origin */
function answers(origin) {
  return new Promise((resolve) => {
    const asked = http.get(`${origin}/healthz`, { agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode === 200));
    });
    asked.once('error', () => resolve(false));
  });
}

function ensureWrk() {
  const there = () => spawnSync('wrk', ['-v'], { stdio: 'ignore' }).error === undefined;
  if (there() || process.getuid?.() !== 0) return there();
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'wrk'], {
    stdio: 'ignore',
    timeout: 300_000,
  });
  return there();
}

/** @param {number} pid of the master, which serves nothing itself */
function workerOf(pid) {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}

/** @param {number} pid */
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** @param {number} pid */
function residentMb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
