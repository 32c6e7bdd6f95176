import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { spreadOf } from './report.mjs';
import { serverPath, startProgram } from './sites.mjs';

const readPath = '/workspaces/acme/regions';
const connections = 50;

/**
 * Measures the built server with a heap limit of 256 MB: the time that it adds to a read at 50 connections, its memory after
 * 100 000 reads, and the time from its start to its first response.
 * @param {number} rounds
 */
export async function measureServer(rounds) {
  const startMs = spreadOf(await timeStarts(5)).median;
  const service = await startService();
  const server = await startConsoleServer(service.origin);
  try {
    await load(server.origin, `/api${readPath}`, 5_000);
    /** @type {Record<'service' | 'server', { p99: number, rps: number }[]>} */
    const loads = { service: [], server: [] };
    for (let round = 0; round < rounds; round += 1) {
      loads.service.push(await load(service.origin, readPath, 5_000));
      loads.server.push(await load(server.origin, `/api${readPath}`, 5_000));
    }
    const beforeMb = residentMb(server.pid);
    await load(server.origin, `/api${readPath}`, 100_000);
    const afterMb = residentMb(server.pid);
    const medianOf = (/** @type {'service' | 'server'} */ name, /** @type {'p99' | 'rps'} */ key) =>
      spreadOf(loads[name].map((one) => one[key])).median;
    return {
      title: 'Reads from a service with and without the server (medians, 50 connections)',
      table: [
        ['', 'reads/s', 'p99 ms'],
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
 * Reads as fast as 50 connections allow. Returns the reads per second, and the 99th percentile of the time of a read (ms).
 * @param {string} origin
 * @param {string} path
 * @param {number} requests
 */
async function load(origin, path, requests) {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const headers = { authorization: 'Bearer a-token-of-the-bench' };
  /** @type {number[]} */
  const durationsMs = [];
  let remaining = requests;
  async function client() {
    while (remaining > 0) {
      remaining -= 1;
      const sentAt = performance.now();
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
      await body.dump();
      if (statusCode !== 200) throw new Error(`${origin} answered ${statusCode}.`);
      durationsMs.push(performance.now() - sentAt);
    }
  }
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, client));
  const rps = requests / ((performance.now() - start) / 1000);
  await pool.close();
  durationsMs.sort((a, b) => a - b);
  return { rps, p99: durationsMs[Math.floor(durationsMs.length * 0.99)] ?? Number.NaN };
}

/** @param {number} times */
async function timeStarts(times) {
  const durationsMs = [];
  for (let index = 0; index < times; index += 1) {
    const began = performance.now();
    const server = await startConsoleServer();
    await (await fetch(`${server.origin}/healthz`)).text();
    durationsMs.push(performance.now() - began);
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
