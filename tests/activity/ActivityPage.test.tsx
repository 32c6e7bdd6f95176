// @vitest-environment jsdom
import { Blob as NodeBlob } from 'node:buffer';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createBrowser } from '../support/listenConsole.ts';
import { goTo, type RenderedConsole, renderScreen } from '../support/renderConsole.tsx';

const activityUrl = '/workspaces/acme/activity';

type Target = { id: string; name: string; created?: string };

/** A second admin of the workspace, who has a token of her own. */
async function signInOther({ site }: RenderedConsole, workspace = 'acme') {
  const { signIn, send } = createBrowser(Number(new URL(site.origin).port));
  await signIn(workspace, 'other-token');
  async function call(method: string, path: string, body?: object) {
    const { status, text, json } = await send(`/api/workspaces/${workspace}${path}`, { method, body });
    expect(status, text).toBeLessThan(300);
    return json;
  }
  const toItem = ({ id, ...target }: Target) => ({ databaseName: 'orders', instanceId: id, ...target });
  return {
    list: async () => (await call('GET', '/databases/orders/compute')) as Target[],
    delete: (target: Target, reason = '') =>
      call('PUT', `/deletions/${crypto.randomUUID()}`, { ...toItem(target), reason }),
    bulkDelete: (targets: readonly Target[], reason: string) =>
      call('PUT', `/bulk-deletions/${crypto.randomUUID()}`, {
        items: targets.map((target) => ({ ...toItem(target), id: crypto.randomUUID() })),
        reason,
      }),
    protect: (path: string, target: Target) => call('POST', path, { ...toItem(target), reason: 'audit' }),
  };
}

async function openActivity(url = activityUrl, beforeStart = () => {}) {
  const options = { otherTokens: ['other-token'], sandbox: { instances: 9 }, beforeStart };
  const page = await renderScreen(url, options);
  await screen.findByText("No deletions yet. Each one is stored here before it's sent.");
  return page;
}

it('a bulk delete of a different admin → one entry, whose results stay its own', async () => {
  const page = await openActivity();
  const { user } = page;
  const other = await signInOther(page);
  const targets = (await other.list()).slice(0, 2);
  await other.bulkDelete(targets, 'INC-4312');
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  const name = /^2 instances ?orders ?token [0-9a-f]{8} ?INC-4312 ?2 deleted/;
  const entry = await screen.findByRole('button', { name });
  expect(screen.getByRole('heading', { name: 'Today' })).toBeVisible();
  await user.click(entry);
  expect(entry).toHaveAttribute('aria-expanded', 'true');
  const items = within(screen.getByRole('list', { name: 'Results' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(
    targets.map((target) => expect.stringMatching(`${target.name}Deleted.*${target.id}ResponseHTTP 20`)),
  );

  await other.delete(targets[0] ?? { id: '', name: '' });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText(/^Not found, .* UTC, by token [0-9a-f]{8}$/)).toBeVisible();
  expect(entry).toHaveAccessibleName(name);
  await user.click(screen.getByRole('button', { name: 'Copy evidence' }));
  await screen.findByText('Copied');
  const evidence = await navigator.clipboard.readText();
  expect(evidence).toMatch(
    /^\*\*Deletion of 2 compute instances.* by `token [0-9a-f]{8}`\n- Reason: `INC-4312`\n- 2 deleted\n/s,
  );
  expect(evidence).not.toMatch(/other-token|Not found/);

  goTo(`${activityUrl}?q=${targets[1]?.name}`);
  await screen.findByRole('button', { name: new RegExp(`^${targets[1]?.name}.*Deleted ?in a bulk delete`) });
});

it('results without a proof → the facts, the question again, and a dismissal', async () => {
  const page = await openActivity('/workspaces/faults/activity');
  const { user } = page;
  const other = await signInOther(page, 'faults');
  for (const target of await other.list())
    if (['error-500', 'mismatch'].includes(target.id)) await other.delete(target, 'INC-1');
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await user.click(await screen.findByRole('button', { name: /^mismatch.*Wrong workspace/ }));
  // It is acknowledged in the dialog only.
  expect(screen.queryByRole('button', { name: 'I have read this' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await user.click(await screen.findByRole('button', { name: /^mismatch.*Wrong workspace, closed/ }));
  await user.click(screen.getByRole('button', { name: /^error-500.*INC-1.*No clear result/ }));
  const facts = screen.getByText('Asked for').closest('dl');
  expect(facts).toHaveTextContent(
    /Asked for\d+ \w+ 20\d\d, \d\d:\d\d UTC.* by token [0-9a-f]{8}ReasonINC-1IDerror-500/,
  );
  expect(facts).toHaveTextContent(/ResponseHTTP 500 after (?!0\.0)\d+\.\d s, at \d\d:\d\d UTC/);
  expect(facts).toHaveTextContent(/Request IDreq-sandbox-500/);
  await screen.findByRole('button', { name: 'Delete again…' });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText(/^Still listed at \d\d:\d\d UTC\.$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Delete again…' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await screen.findByRole('button', { name: /error-500.*No clear result, closed/ });
});

it('a protection that is set and removed → two entries', async () => {
  const page = await openActivity();
  const other = await signInOther(page);
  const target = { id: 'kept', name: 'kept' };
  await other.protect('/protections', target);
  await other.protect('/protections/remove', target);
  await other.protect('/protections', { id: 'vault', name: 'Vault' });
  await page.user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByRole('button', { name: /^kept.*audit.*Protection set/ });
  await page.user.click(screen.getByRole('button', { name: /^kept.*Protection removed/ }));
  expect(screen.getByText('Asked for').closest('dl')).toHaveTextContent(/by token [0-9a-f]{8}IDkept/);

  goTo(`${activityUrl}?q=VAULT%20audit`);
  await screen.findByRole('button', { name: /^Vault.*audit.*Protection set/ });
  expect(screen.queryByRole('button', { name: /^kept/ })).toBeNull();
  goTo(`${activityUrl}?q=vault&mine=true`);
  await screen.findByText('No deletion matches.');
});

it('more than a page → search on the server, Show more, Only mine, a remark in the CSV', async () => {
  const page = await openActivity(activityUrl, () => {
    const { fetch } = globalThis;
    globalThis.fetch = (url, init) =>
      fetch(String(url).replace(/\/deletions\b\??/, '/deletions?limit=20&'), init);
  });
  const { user, site } = page;
  const other = await signInOther(page);
  const gone = () => Response.json({ statusCode: 404, message: 'No such instance.' }, { status: 404 });
  site.answer(({ method }) => (method === 'DELETE' ? gone() : null));
  const targets = Array.from({ length: 21 }, (_, index) => ({ id: `node-${index}`, name: `node-${index}` }));
  await Promise.all(targets.map((each) => other.delete(each)));
  const saved: Blob[] = [];
  // jsdom's has no `text()`.
  vi.stubGlobal('Blob', NodeBlob);
  const saveBlob = (file: Blob | MediaSource) => `blob:${file instanceof Blob && saved.push(file)}`;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(saveBlob);
  await user.click(screen.getByText('Refresh'));

  const search = await screen.findByRole('searchbox', { name: 'Search activity' });
  const countEntries = () => document.querySelectorAll('main li > [aria-expanded]').length;
  await user.type(search, 'NODE');
  await waitFor(() => expect(countEntries()).toBe(20));
  await user.click(screen.getByText('Export CSV'));
  expect(await saved[0]?.text()).toMatch(/node-\d.*\r\nThe log may have more entries than this file\.\r\n$/s);
  await user.click(screen.getByText('Show more'));
  await waitFor(() => expect(document.activeElement).toHaveAttribute('aria-expanded'));
  expect(countEntries()).toBe(21);
  expect(screen.queryByText('Show more')).toBeNull();
  await user.click(screen.getByText('Export CSV'));
  expect(await saved[1]?.text()).not.toContain('may have more');

  await user.type(search, '-1-old');
  expect(countEntries()).toBe(0);
  expect(screen.queryByText('No deletion matches.')).toBeNull();
  await screen.findByText('No deletion matches.');
  await user.click(screen.getByText('Clear search'));
  expect(search).toHaveFocus();
  expect(countEntries()).toBe(20);
  await user.click(screen.getByText('Only mine'));
  await screen.findByText('None of them is yours.');
  await user.click(screen.getByText('Show all'));
  expect(countEntries()).toBe(20);
});

it("the log can't be read → it says so, and Try again reads it", async () => {
  let isBroken = true;
  const { user } = await renderScreen(activityUrl, {
    beforeStart() {
      const { fetch } = globalThis;
      globalThis.fetch = async (target, init) =>
        isBroken && String(target).endsWith('/deletions')
          ? Response.json({ message: 'Broken.', statusCode: 500 }, { status: 500 })
          : fetch(target, init);
    },
  });
  const sentence = "The deletion log can't be read, so deleting is off.";
  await screen.findByText(sentence);
  expect(screen.queryByText(/^No deletions yet/)).toBeNull();
  goTo('/workspaces/acme/compute');
  await screen.findByRole('table', { name: 'Compute instances' });
  expect(screen.getByText(sentence)).toBeVisible();
  goTo(activityUrl);
  await screen.findByText(sentence);
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/^No deletions yet/);
});
