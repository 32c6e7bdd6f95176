import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { expect, it } from 'vitest';
import { createAuditWriter } from '../../src/server/deletions/audit.ts';
import { listenConsole } from '../support/listenConsole.ts';

it('the log has a line per request, without the values of its path', async () => {
  const { send, logLines } = await listenConsole({ isSignedIn: true });
  const token = 'sandbox-token';
  const targets: [method: string, target: string, logged: string][] = [
    ['GET', `/api/workspaces/${token}/deletions`, '/api/workspaces/:workspace/deletions'],
    ['POST', `/api/workspaces/${token}/regions`, '/api/*'],
    ['GET', '/assets/main-abc123.js', '/assets/main-abc123.js'],
    ['GET', `/?token=${token}`, '/*'],
    ['GET', '/api/workspaces/acme/regions', '/api/workspaces/:workspace/regions'],
  ];
  const headers = { 'x-request-id': 'req-12345678' };
  for (const [method, target] of targets) await send(target, { method, headers });
  await expect.poll(() => logLines.length).toBe(targets.length + 1);
  expect(logLines.join('')).not.toContain(token);
  const lines = logLines.slice(1).map((line) => JSON.parse(line));
  expect(lines.map(({ path }) => path)).toEqual(targets.map(([, , path]) => path));
  expect(lines.at(-1)).toEqual({
    ...{ time: expect.stringMatching(/^\d{4}-.*Z$/), ms: expect.any(Number), requestId: 'req-12345678' },
    ...{ method: 'GET', path: '/api/workspaces/:workspace/regions', status: 200 },
  });
});

it('a client that leaves before its body has ended → its line, and no error', async () => {
  const { send, state, port, logLines, errorLines } = await listenConsole({ isSignedIn: true });
  const path = '/api/workspaces/acme/databases';
  const headers = { cookie: state.cookie, 'console-session': state.sessionId, 'content-length': 100 };
  const request = http.request({ port, path, method: 'POST', headers }).on('error', () => {});
  request.setHeader('content-type', 'application/json').write('{');
  await expect.poll(() => request.socket?.bytesWritten).toBeGreaterThan(0);
  await send(path);
  request.destroy();
  const aborted = expect.stringMatching(/"POST","path":"[^"]*databases","status":400/);
  await expect.poll(() => logLines).toContainEqual(aborted);
  expect(errorLines).toEqual([]);
});

it('a request that waits for one whose connection ends → its line', async () => {
  const { port, state, hold, wire, logLines } = await listenConsole({ isSignedIn: true });
  hold('GET');
  const socket = net.connect(port, '127.0.0.1').on('error', () => {});
  const read = `GET /api/workspaces/acme/regions HTTP/1.1\r\nHost: localhost:${port}\r\n`;
  socket.write(`${read}Cookie: ${state.cookie}\r\n\r\nGET /livez HTTP/1.1\r\nHost: a\r\n\r\n`);
  await expect.poll(() => wire.at(-1)?.path).toBe('/workspaces/acme/regions');
  socket.destroy();
  await expect.poll(() => logLines).toContainEqual(expect.stringContaining('"path":"/livez"'));
});

const deletion = { workspace: 'acme', id: 'd-1', actor: 'jo@example.com', reason: 'INC-1' };
const item = { position: 2, databaseName: 'a/b', instanceId: 'i-1', name: 'first' };
const access = { token: 'canary-token-1', requestId: 'req-12345678' };

function writeAudit(changes: Partial<typeof deletion & typeof item> = {}, key: string | null = 'audit-key') {
  let line = '';
  const audit = createAuditWriter((text) => (line += text), key);
  const outcome = { code: 'deleted', status: 200 } as const;
  audit({ ...deletion, ...changes }, { ...item, ...changes }, outcome, access);
  return line;
}

it('an audit line has the fields of the README, and the token only as a hash', () => {
  expect(JSON.parse(writeAudit())).toEqual({
    time: expect.stringMatching(/Z$/),
    ...{ method: 'DELETE', path: '/api/workspaces/acme/deletions/d-1', status: 200 },
    ...{ requestId: 'req-12345678', workspace: 'acme', database: 'a/b', instance: 'i-1', name: 'first' },
    ...{ reason: 'INC-1', outcome: 'deleted', answeredBy: 'service', actor: 'jo@example.com' },
    deletionId: 'd-1',
    item: 2,
    tokenHash: createHmac('sha256', 'audit-key').update(access.token).digest('hex'),
  });
  const readme = readFileSync('src/server/README.md', 'utf8');
  const example: object = JSON.parse(/```json\n(.*)\n```/.exec(readme)?.[1] ?? '');
  expect(Object.keys(JSON.parse(writeAudit()))).toEqual(Object.keys(example));
  expect(writeAudit({}, null)).not.toContain(JSON.parse(writeAudit()).tokenHash);
});

it('a token, line breaks or control characters in a field → none in the line', () => {
  const separators = '\n\r\u0085\u009b\u007f\u2028\u2029\u202e\u2066\u2069\u061c\u200e\u200f\u0000';
  const reason = `${separators}with canary-token-1`;
  const name = `${'n'.repeat(500)}canary-token-1${'n'.repeat(17_000)}`;
  const text = writeAudit({ reason, name, instanceId: 'canary-token-1' });
  expect(text).not.toContain('canary');
  const redacted = { reason: `${separators}with [redacted]`, name: `${'n'.repeat(500)}[redacted]nn` };
  expect(JSON.parse(text)).toMatchObject(redacted);
  expect(text).toMatch(/^[\x20-\x7e]+$/);
});

const characters = ['\u202e', '😀', '\u0001', '\ud800', '字'];
it.each(characters)('only %j in every text → less than 16 KiB', (character) => {
  const long = character.repeat(1_000);
  const ofItem = { databaseName: long, instanceId: long, name: long };
  const line = writeAudit({ workspace: long.toWellFormed(), id: long, actor: long, reason: long, ...ofItem });
  expect(Buffer.byteLength(line)).toBeLessThan(16_384);
  expect(JSON.parse(line).name).toHaveLength(character === '字' || character === '😀' ? 512 : 300);
});
