import { describe, expect, it } from 'vitest';
import { bearer, consoleWithService } from '../support/listenConsole.ts';
import { jsonResponse } from '../support/rawResponses.ts';

const pathOf = (database: string, instance: string) =>
  `/api/workspaces/acme/databases/${database}/compute/${instance}`;

/** Starts a server with a policy. `sendDelete` returns the response and the audit line. */
async function startWithPolicy(env: Record<string, string>) {
  const { service, host, send } = await consoleWithService(
    (_, socket) => socket.write(jsonResponse({ id: 'i-1' })),
    {},
    env,
  );
  async function sendDelete(path: string, headers: readonly string[] = []) {
    const lineCount = host.logLines.length;
    const key = `Idempotency-Key: ${crypto.randomUUID()}`;
    const response = await send('DELETE', path, [bearer, key, ...headers]);
    await expect.poll(() => host.logLines.length).toBe(lineCount + 1);
    const { message, statusCode } = JSON.parse(Buffer.from(response.body, 'latin1').toString());
    const audit: Record<string, unknown> = JSON.parse(host.logLines.at(-1) ?? '');
    return { status: response.status, message, statusCode, audit };
  }
  return { service, host, send, sendDelete };
}

const refused = { outcome: 'not-sent', answeredBy: 'console', status: 403 };

describe('READ_ONLY', () => {
  it.each([
    ['true', ''],
    ['A migration is running', ' A migration is running.'],
    ['Ask the platform team!', ' Ask the platform team!'],
  ])('refuses a DELETE with any path if it is "%s", and no read', async (READ_ONLY, explanation) => {
    const { service, send, sendDelete } = await startWithPolicy({ READ_ONLY });
    const message = `Your operator has turned off deleting on this console.${explanation} No request was sent to the service.`;
    expect(await sendDelete(pathOf('orders', 'i-1'))).toMatchObject({
      ...{ status: 403, statusCode: 403, message },
      audit: { ...refused, database: 'orders', instance: 'i-1' },
    });
    for (const path of [pathOf('orders', '%2e%2e'), '/api/workspaces/acme/x', '/api/'])
      expect(await sendDelete(path)).toMatchObject({ status: 403, message, audit: refused });
    expect(service.requests).toEqual([]);
    expect((await send('GET', '/api/workspaces/acme/regions')).status).toBe(200);
  });
});

describe('PROTECTED', () => {
  const PROTECTED = 'identity, prod-*, *-Primary, café, 100%';
  it('refuses a DELETE of a database or an instance that matches, in every spelling', async () => {
    const { service, sendDelete } = await startWithPolicy({ PROTECTED });
    for (const text of [
      ...['identity', 'IDENTITY', '%69dentity', '%25252569dentity', 'identity%20', '%2Fidentity'],
      ...['prod-1', 'prod-', 'Prod-%E2%82%AC', '%2570rod-1%25', 'orders-primary', 'a%2Fb-primary'],
      ...['CAF%C3%89', 'cafe%CC%81', 'caf%25C3%25A9', '100%25', '%E2%84%AA8s-primary'],
    ])
      for (const path of [pathOf(text, 'i-1'), pathOf('orders', text)])
        expect([path, await sendDelete(path)]).toMatchObject([
          path,
          {
            status: 403,
            message: expect.stringMatching(
              /^Your operator protects instances that match “.+”\. No request was sent to the service\.$/,
            ),
            audit: refused,
          },
        ]);
    expect(service.requests).toEqual([]);
  });

  it('sends a DELETE that matches no pattern, even if its workspace does', async () => {
    const { sendDelete } = await startWithPolicy({ PROTECTED });
    for (const name of ['identity-2', 'preprod-1', 'primary', 'caf', '1000'])
      expect(await sendDelete(pathOf(name, name))).toMatchObject({ status: 200 });
    const path = '/api/workspaces/identity/databases/orders/compute/i-1';
    expect(await sendDelete(path)).toMatchObject({ status: 200 });
  });
});

describe('Console-Reason', () => {
  it.each([
    ['INC-4312%3A%20caf%C3%A9%20%E2%9C%93', 'INC-4312: café ✓'],
    ['plain words', 'plain words'],
    [encodeURIComponent('€'.repeat(300)), '€'.repeat(300)],
    ['%20', null],
  ])('the header %s is written into the audit line and not forwarded', async (header, reason) => {
    const { service, sendDelete } = await startWithPolicy({});
    const { status, audit } = await sendDelete(pathOf('orders', 'i-1'), [`Console-Reason: ${header}`]);
    expect([status, audit.reason, audit.outcome]).toEqual([200, reason, 'success']);
    expect(Object.keys(service.requests[0]?.headers ?? {})).not.toContain('console-reason');
  });

  it('a malformed header → 400 and nothing is sent', async () => {
    const { service, sendDelete } = await startWithPolicy({});
    for (const header of ['100%', 'two%0Alines', 'x'.repeat(301)])
      expect(await sendDelete(pathOf('orders', 'i-1'), [`Console-Reason: ${header}`])).toMatchObject({
        status: 400,
        message: expect.stringMatching(/reason.* No request was sent to the service\.$/i),
        audit: { reason: null, outcome: 'not-sent' },
      });
    expect(service.requests).toEqual([]);
  });

  it('REASON=required → a DELETE without a reason gets 403', async () => {
    const { service, sendDelete } = await startWithPolicy({ REASON: 'required' });
    for (const headers of [[], ['Console-Reason:'], ['Console-Reason: %20'], ['Console-Reason: %C3']])
      expect(await sendDelete(pathOf('orders', 'i-1'), headers)).toMatchObject({
        ...{ status: 403, audit: refused },
        message: expect.stringMatching(
          headers[0]?.includes('%C3') ? /^The reason is malformed/ : /^Your operator requires a reason/,
        ),
      });
    expect(service.requests).toEqual([]);
    expect(await sendDelete(pathOf('orders', 'i-1'), ['Console-Reason: INC-1'])).toMatchObject({
      status: 200,
    });
  });

  it('REASON=off → the audit line has no reason, and a refusal by another policy has its reason', async () => {
    for (const [env, expected] of [
      [{ REASON: 'off' }, { reason: null }],
      [{ PROTECTED: 'orders' }, { ...refused, reason: 'INC-1' }],
    ] as const) {
      const { sendDelete } = await startWithPolicy(env);
      const { audit } = await sendDelete(pathOf('orders', 'i-1'), ['Console-Reason: INC-1']);
      expect(audit).toMatchObject(expected);
    }
  });
});
