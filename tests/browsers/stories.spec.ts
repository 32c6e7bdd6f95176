import { mkdirSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { toRecords } from '../subscription/records.ts';
import { siteTest } from '../support/console.ts';
import { answerTo } from '../support/startConsole.ts';
import { type DrivenTab, drivers } from './drivers.ts';

// What browsers can differ in: the cookie, the sign-in form that the build wrote, one delete, and the fields for days.

/** Runs in the page, once for each document. */
function install({ queryAllByRole, queryAllByLabelText }: typeof import('@testing-library/dom')) {
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
    fill(label: string, text: string) {
      const [field] = queryAllByLabelText(document.body, label);
      if (!(field instanceof HTMLInputElement)) return false;
      field.focus();
      field.select();
      if (field.type !== 'date') return document.execCommand('insertText', false, text);
      field.valueAsDate = new Date(text);
      return field.dispatchEvent(new Event('input', { bubbles: true }));
    },
  };
}

const library = import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js');
const tools = `(globalThis.storyTools ??= (() => {
  const module = { exports: {} };
  ((exports, module) => {${readFileSync(new URL(library), 'utf8')}\n})(module.exports, module);
  return (${install})(module.exports);
})())`;

/** Each step waits. `has` waits until so many visible elements have this role and name. */
function createTab({ goto, evaluate }: DrivenTab, origin: string) {
  const waitFor = (code: string, value: unknown = true) =>
    expect.poll(() => evaluate(`${tools}.${code}`), code).toEqual(value);
  return {
    open: (address: string) => goto(origin + address),
    has: (count: number, role: string, name: RegExp) => waitFor(`count('${role}', ${name})`, count),
    click: (role: string, name: RegExp) => waitFor(`click('${role}', ${name})`),
    fill: (label: string, text: string) => waitFor(`fill('${label}', '${text}')`),
    expectNoProblem: () => waitFor('problems', []),
  };
}
type Tab = ReturnType<typeof createTab>;

const test = siteTest.extend<{ tab: Tab }, { browserToDrive: keyof typeof drivers }>({
  browserToDrive: ['firefox', { option: true, scope: 'worker' }],
  // Few instances, because each query by role checks the whole list.
  siteOptions: { sandbox: { instances: 6 } },
  tab: async ({ browserToDrive, site }, use, { outputDir }) => {
    mkdirSync(outputDir, { recursive: true });
    const driven = await drivers[browserToDrive](outputDir);
    const tab = createTab(driven, site.origin);
    await use(tab);
    await tab.expectNoProblem().finally(driven.close);
  },
});

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

test('From and To on the history → the records of these days', async ({ tab, site }) => {
  const records = toRecords('TEAM 2026-03-01 - | PRO 2026-02-01 2026-02-28 | FREE 2025-01-01 2026-01-31');
  site.answer(answerTo('/history', () => Response.json(records)));
  await tab.open('/workspaces/acme/subscription/history');
  await signIn(tab);
  // Four are the links of the navigation.
  await tab.has(4 + 3, 'listitem', /^/);
  await tab.fill('From', '2026-02-28');
  await tab.fill('To', '2026-03-01');
  await tab.has(4 + 2, 'listitem', /^/);
});
