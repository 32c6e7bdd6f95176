import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import { spreadOf } from './report.mjs';
import { serverPath, startProgram } from './sites.mjs';

const readPath = '/workspaces/acme/regions';
const connections = 50;
/** Reads per second when the time of a read is measured. At full load, each read would wait for other reads. */
const pacePerSecond = 1_000;

/**
 * Measures the built server with a heap limit of 256 MB: the time that it adds to a read, its reads per second at full load, its
 * memory after 100 000 reads, and the time until its first response.
 * @param {number} rounds
 */
export async function measureServer(rounds) {
  const startMs = spreadOf(await timeStarts(5)).median;
  const service = await startService();
  const server = await startConsoleServer(service.origin);
  try {
    await sendLoad(server.origin, `/api${readPath}`, 5_000);
    const targets = /** @type {const} */ ([
      ['service', service.origin, readPath],
      ['server', server.origin, `/api${readPath}`],
    ]);
    /** @type {Record<'service' | 'server', { p99: number, rps: number }[]>} */
    const loads = { service: [], server: [] };
    for (let round = 0; round < rounds; round += 1)
      for (const [name, origin, path] of targets) {
        const { rps } = await sendLoad(origin, path, 5_000);
        const { p99 } = await sendLoad(origin, path, 2_000, pacePerSecond);
        loads[name].push({ rps, p99 });
      }
    const beforeMb = residentMb(server.pid);
    await sendLoad(server.origin, `/api${readPath}`, 100_000);
    const afterMb = residentMb(server.pid);
    const medianOf = (/** @type {'service' | 'server'} */ name, /** @type {'p99' | 'rps'} */ key) =>
      spreadOf(loads[name].map((figures) => figures[key])).median;
    return {
      title: 'Reads from a service with and without the server (medians, 50 connections)',
      table: [
        ['', 'reads/s at full load', `p99 at ${pacePerSecond} reads/s, ms`],
        ['without the server', medianOf('service', 'rps'), medianOf('service', 'p99')],
        ['through the server', medianOf('server', 'rps'), medianOf('server', 'p99')],
      ],
      figures: { loads, startMs, beforeMb, afterMb },
      measured: {
        'p99 of a read beyond that of the service': medianOf('server', 'p99') - medianOf('service', 'p99'),
        'memory after 100 000 reads': afterMb / beforeMb,
        'start to first answer': startMs,
      },
    };
  } finally {
    await server.stop();
    await service.stop();
  }
}

/**
 * Sends reads over 50 connections, at full load or at a given pace. Returns the reads per second, and the 99th percentile of the
 * time of a read (ms). With a pace, the time starts when the read is due, so it includes the wait for a connection.
 * @param {string} origin
 * @param {string} path
 * @param {number} readCount
 * @param {number} perSecond
 */
async function sendLoad(origin, path, readCount, perSecond = Number.POSITIVE_INFINITY) {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const headers = { authorization: 'Bearer a-token-of-the-bench' };
  /** @type {number[]} */
  const durationsMs = [];
  let remainingCount = readCount;
  async function sendReads() {
    while (remainingCount > 0) {
      const dueMs = start + ((readCount - remainingCount) * 1000) / perSecond;
      remainingCount -= 1;
      while (performance.now() < dueMs) await setTimeout(1);
      const startMs = perSecond === Number.POSITIVE_INFINITY ? performance.now() : dueMs;
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
      await body.dump();
      if (statusCode !== 200) throw new Error(`${origin} answered ${statusCode}.`);
      durationsMs.push(performance.now() - startMs);
    }
  }
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, sendReads));
  const rps = readCount / ((performance.now() - start) / 1000);
  await pool.close();
  durationsMs.sort((a, b) => a - b);
  return { rps, p99: durationsMs[Math.floor(durationsMs.length * 0.99)] ?? Number.NaN };
}

/** @param {number} times */
async function timeStarts(times) {
  const durationsMs = [];
  for (let index = 0; index < times; index += 1) {
    const beganAt = performance.now();
    const server = await startConsoleServer();
    await (await fetch(`${server.origin}/healthz`)).text();
    durationsMs.push(performance.now() - beganAt);
    await server.stop();
  }
  return durationsMs;
}

function startService() {
  const body = JSON.stringify(['CLOUDA_US_WEST_2', 'CLOUDA_EU_CENTRAL_1', 'CLOUDB_EASTUS']);
  const script = `const server = require('node:http').createServer((request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(${JSON.stringify(body)})
  ).listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))`;
  return startProgram(['-e', script]);
}

/** @param {string} [service] URL of the service. Without it, the server uses the sandbox. */
function startConsoleServer(service) {
  const variables = service === undefined ? undefined : { SERVICE_URL: service };
  return startProgram(['--max-old-space-size=256', serverPath], variables);
}

/** @param {number} pid */
function residentMb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
