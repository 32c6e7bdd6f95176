// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { goTo, type RenderedConsole, renderScreen } from '../support/renderConsole.tsx';
import { openBrowser } from '../support/openBrowser.ts';

const activityUrl = '/workspaces/acme/activity';
const inAcme = '/api/workspaces/acme';

/** A second admin of the workspace, with a token of her own. */
async function signInOther({ site }: Pick<RenderedConsole, 'site'>) {
  const browser = openBrowser(site.origin);
  const sessionId = await browser.signIn('acme', 'other-token');
  async function send(method: string, path: string, body: object) {
    const headers = { 'content-type': 'application/json', 'console-session': sessionId };
    const response = await browser.fetch(inAcme + path, { method, headers, body: JSON.stringify(body) });
    expect(response.status, await response.clone().text()).toBeLessThan(300);
  }
  return {
    delete: (instanceId: string, fields: object = {}) =>
      send('PUT', `/deletions/${crypto.randomUUID()}`, { databaseName: 'orders', instanceId, name: instanceId, ...fields }),
    bulkDelete: (instanceIds: readonly string[], reason: string) =>
      send('PUT', `/bulk-deletions/${crypto.randomUUID()}`, {
        items: instanceIds.map((instanceId) => ({ id: crypto.randomUUID(), databaseName: 'orders', instanceId, name: instanceId })),
        reason,
      }),
    protect: (path: string) => send('POST', path, { databaseName: 'orders', instanceId: 'i-1', name: 'kept', reason: 'audit' }),
  };
}

const documented404 = () => Response.json({ statusCode: 404, message: 'No such instance.' }, { status: 404 });

it('another admin deletes → one entry with her name, the facts of the response and the evidence', async () => {
  const page = await renderScreen(activityUrl, { otherTokens: ['other-token'] });
  expect(await screen.findByText("No deletions yet. Each one is stored here before it's sent.")).toBeVisible();
  expect(screen.getByText('Deletions of acme by all admins')).toBeVisible();
});
