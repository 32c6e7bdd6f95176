import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { siteTest } from '../support/console.ts';
import { drivers } from './drivers.ts';

// What browsers can differ in: the cookie, the sign-in form that the build wrote, and one delete.

type Queries = Record<
  'queryAllByRole' | 'queryAllByLabelText',
  (within: HTMLElement, roleOrLabel: string, options: { name?: RegExp }) => HTMLElement[]
>;

/** Runs in the page, once for each document. */
function install({ queryAllByRole, queryAllByLabelText }: Queries) {
  const problems: string[] = [];
  addEventListener('error', ({ message }) => problems.push(message));
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ blockedURI }) => problems.push(`blocked ${blockedURI}`));
  return {
    problems,
    count: (role: string, name: RegExp) => queryAllByRole(document.body, role, { name }).length,
    /** @returns false if it isn't there, or is disabled */
    click(role: string, name: RegExp) {
      const [element] = queryAllByRole(document.body, role, { name });
      if (element === undefined || element.matches(':disabled')) return false;
      element.click();
      return true;
    },
    /** Replaces the text of a field as typing does, with one input event. */
    fill(label: string, text: string) {
      const [field] = queryAllByLabelText(document.body, label, {});
      if (!(field instanceof HTMLInputElement)) return false;
      field.focus();
      field.select();
      return document.execCommand('insertText', false, text);
    },
  };
}

const library = fileURLToPath(
  import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
);
const tools = `(globalThis.storyTools ??= (() => {
  const module = { exports: {} };
  ((exports, module) => {${readFileSync(library, 'utf8')}\n})(module.exports, module);
  return (${install})(module.exports);
})())`;

const test = siteTest.extend<{ tab: Tab }, { browserToDrive: keyof typeof drivers }>({
  browserToDrive: ['firefox', { option: true, scope: 'worker' }],
  // Few instances, because each query by role checks the whole list.
  siteOptions: { sandbox: { instances: 6 } },
  tab: async ({ browserToDrive, site }, use) => {
    const driven = await drivers[browserToDrive]();
    const waitFor = (code: string, value: unknown = true) =>
      expect.poll(() => driven.evaluate(`${tools}.${code}`), code).toEqual(value);
    await use({
      open: (address) => driven.goto(site.origin + address),
      has: (count, role, name) => waitFor(`count('${role}', ${name})`, count),
      click: (role, name) => waitFor(`click('${role}', ${name})`),
      fill: (label, text) => waitFor(`fill('${label}', '${text}')`),
    });
    await waitFor('problems', []);
    await driven.close();
  },
});

/** Each step waits. `has` waits until so many visible elements have this role and name. */
type Tab = {
  open(address: string): Promise<unknown>;
  has(count: number, role: string, name: RegExp): Promise<void>;
  click(role: string, name: RegExp): Promise<void>;
  fill(label: string, text: string): Promise<void>;
};

async function signIn(tab: Tab, token = 'sandbox-token') {
  await tab.fill('Access token', token);
  await tab.click('button', /^Sign in$/);
}

test('a sign-in holds after a reload, and Sign out ends it', async ({ tab, site }) => {
  await tab.open('/workspaces/acme/regions');
  await signIn(tab, 'wrong-token');
  await tab.has(1, 'alert', /(?:)/);
  await signIn(tab);
  await tab.has(1, 'list', /Regions of CLOUDB/);
  await tab.open('/');
  await tab.has(6, 'button', /^Delete /);
  await tab.click('button', /^Sign out$/);
  await tab.has(1, 'heading', /^Sign in$/);
  await tab.open('/');
  await tab.has(1, 'heading', /^Sign in$/);
  await tab.has(0, 'row', /(?:)/);
  const tokens = new Set(site.wire.map(({ authorization }) => authorization));
  expect([...tokens]).toEqual(['Bearer wrong-token', 'Bearer sandbox-token']);
});

test('a reload during a delete → the row is marked, and then removed', async ({ tab, site }) => {
  const [, replica] = await site.listInstances('orders');
  const release = site.hold('DELETE');
  await tab.open('/workspaces/acme/compute');
  await signIn(tab);
  await tab.click('button', /^Delete orders-replica$/);
  await tab.fill('Type orders-replica to confirm', 'orders-replica');
  await tab.click('button', /^Delete instance$/);
  await expect.poll(() => site.deletes()).toHaveLength(1);
  await tab.open('/workspaces/acme/compute');
  await tab.has(1, 'row', /orders-replica.*Being deleted/);
  release();
  await tab.has(0, 'row', /orders-replica/);
  await tab.has(5, 'button', /^Delete /);
  const path = `/workspaces/acme/databases/orders/compute/${replica?.id}`;
  expect(site.deletes()).toMatchObject([{ path }]);
});
