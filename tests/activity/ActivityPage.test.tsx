// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { DeletionJson } from '../../src/rules/deletion.ts';
import { type Browser, openBrowser } from '../support/openBrowser.ts';
import { renderScreen } from '../support/renderConsole.tsx';
import type { Site } from '../support/startSite.ts';

const activityUrl = '/workspaces/acme/activity';
const notFound = () => Response.json({ message: 'No such instance.', statusCode: 404 }, { status: 404 });

/** Another admin, who signs in with a different token. */
async function signInElsewhere(site: Site) {
  const browser = openBrowser(site.origin);
  return { browser, sessionId: await browser.signIn('acme', 'other-token') };
}

type Admin = { browser: Browser; sessionId: string };

async function put({ browser, sessionId }: Admin, path: string, body: object, method = 'PUT'): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'console-session': sessionId };
  const response = await browser.fetch(`/api/workspaces/acme/${path}`, { method, headers, body: JSON.stringify(body) });
  expect(response.status, await response.clone().text()).toBeLessThan(300);
  return response;
}

async function deleteInstance(admin: Admin, target: Partial<DeletionJson>): Promise<void> {
  const body = { databaseName: 'orders', name: target.instanceId, created: null, ...target };
  await put(admin, `deletions/${crypto.randomUUID()}`, body);
}
