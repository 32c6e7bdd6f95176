import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished } from 'vitest';
import { createFolder } from './createFolder.ts';
import { type Answer, type ConsoleOptions, startConsole } from './startConsole.ts';

type Options = Pick<ConsoleOptions, 'env' | 'database'> & {
  /** The first answers of the service (`answer`), also to the sign-in. */
  answer?: Answer;
  /** Shifts database and service (ms). */
  clock?: { offsetMs: number };
  isSignedIn?: boolean;
};

type CallOptions = { method?: string; headers?: Record<string, string>; body?: unknown; host?: string };

/** Starts the server with a page and a script as the client, and a browser. It ends with the test. */
export async function listenConsole({ answer, clock, isSignedIn = false, ...options }: Options = {}) {
  const sandbox = clock ? { now: () => Date.now() + clock.offsetMs } : {};
  const { end, ...server } = await startConsole({ ...options, sandbox, client: createClientFiles() });
  onTestFinished(end);
  if (answer) server.answer(answer);
  const browser = createBrowser(server.port);
  if (isSignedIn) await browser.signIn();
  const call = (path: string, options?: CallOptions) => callServer(server.port, path, options);
  return { ...server, ...browser, call };
}

/** A client with cookies. Unlike a page, it sends a session's ID with every request. */
export function createBrowser(port: number) {
  const cookies = new Map<string, string>();
  const sessionIds = new Map<string, string>();
  const state = {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    /** Of the last sign-in. */
    sessionId: '',
  };
  async function send(path: string, { headers = {}, ...call }: CallOptions = {}) {
    const { cookie: sent } = state;
    const id = sessionIds.get(/^\/api\/workspaces\/([^/]+)/.exec(path)?.[1] ?? '') ?? state.sessionId;
    const session = { ...(sent && { cookie: sent }), ...(id && { 'console-session': id }) };
    const response = await callServer(port, path, { ...call, headers: { ...session, ...headers } });
    for (const cookie of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/; Max-Age=0/.test(cookie)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }
  return {
    state,
    send,
    post: (path: string, body: unknown) => send(path, { method: 'POST', body }),
    put: (body: unknown, id: string = randomUUID()) =>
      send(`/api/workspaces/acme/deletions/${id}`, { method: 'PUT', body }),
    async signIn(workspace = 'acme', token = 'sandbox-token', headers = {}) {
      const response = await send('/api/session', { method: 'POST', body: { workspace, token }, headers });
      const { workspace: spelling, sessionId } = Object(response.json);
      if (response.status !== 200) return response;
      state.sessionId = String(sessionId);
      sessionIds.set(encodeURIComponent(spelling), state.sessionId);
      return response;
    },
  };
}

export async function openBrowser(port: number, token?: string) {
  const browser = createBrowser(port);
  expect((await browser.signIn('acme', token)).status).toBe(200);
  return browser;
}

/** Rejects if no response begins. The text of one that is cut off is what arrived. */
export async function callServer(port: number, path: string, call: CallOptions = {}) {
  const { method = 'GET', headers: more = {}, body, host = `localhost:${port}` } = call;
  const sent =
    body === undefined ? null : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const ofBody = sent && { 'content-type': 'application/json', 'content-length': sent.length };
  const options = { host: '127.0.0.1', port, path, method, agent: false };
  const request = http.request({ ...options, headers: { host, ...ofBody, ...more } }).end(sent);
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('error', reject).once('response', resolve);
  });
  const { statusCode: status, headers } = response;
  const chunks: Buffer[] = [];
  response.on('data', (chunk) => chunks.push(chunk)).on('error', () => {});
  await new Promise((resolve) => response.once('close', resolve));
  const [bytes, isComplete] = [Buffer.concat(chunks), response.complete];
  const text = bytes.toString();
  const hasJson = headers['content-type']?.startsWith('application/json') && !headers['content-encoding'];
  const json: unknown = hasJson && isComplete && text !== '' ? JSON.parse(text) : null;
  return { status, headers, bytes, text, json, isComplete };
}

const page = `<!doctype html><html><head><!-- page data --><link rel="stylesheet" href="/style.css"></head>
<body><div id="root"><!-- sign-in form:start --><form></form><!-- sign-in form:end --></div></body></html>`;

function createClientFiles(): string {
  const dir = createFolder();
  mkdirSync(`${dir}/assets`);
  const script = 'console.log("a script that is long enough");';
  writeFileSync(`${dir}/index.html`, page);
  writeFileSync(`${dir}/assets/main-abc123.js`, script);
  for (const name of ['assets/main-abc123.js.map', 'console.db']) writeFileSync(`${dir}/${name}`, '{}');
  writeFileSync(`${dir}/assets/main-abc123.js.gz`, gzipSync(script));
  writeFileSync(`${dir}/assets/main-abc123.js.br`, brotliCompressSync(script));
  return dir;
}
