import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

const reason = 'INC-4312: replaced by a larger one';

test('at each width and on paper, an entry of Activity shows its whole name and reason', async ({ page }) => {
  const name = await deleteInstances(page);
  await openScreen(page, '/workspaces/acme/activity');
  const entry = page.getByRole('button', { name });
  for (const width of [360, 768, 1440])
    for (const media of [null, 'print'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ media });
      for (const text of [name, reason]) {
        const part = entry.getByText(text, { exact: true });
        await expect(part).toBeVisible();
        const isCut = await part.evaluate((element) => {
          // The text itself may be inline, which has no width of its own.
          const boxes = [element, element.parentElement, element.parentElement?.parentElement];
          return boxes.some((box) => box && box.scrollWidth > box.clientWidth);
        });
        const bulkReason = page.getByRole('button', { name: /^4 instances/ }).getByText('INC-4313');
        expect((await bulkReason.boundingBox())?.height, 'one line').toBeLessThan(24);
        expect(isCut, `${text} at ${width} px, ${media ?? 'screen'}`).toBe(false);
      }
    }
  await page.emulateMedia({ media: null });
  await entry.click();
  await expectNoAxeViolations(page);
});

/** Of one instance, whose name it returns, and of four with different results. */
async function deleteInstances(page: Page): Promise<string> {
  const data = { workspace: 'acme', token: 'sandbox-token' };
  const { sessionId } = await (await page.request.post('/api/session', { data })).json();
  const headers = { 'console-session': sessionId };
  const log = '/api/workspaces/acme';
  const compute = `${log}/databases/orders/compute`;
  const [{ id: instanceId, name, created }, ...others] = await (await page.request.get(compute)).json();
  const response = await page.request.put(`${log}/deletions/${crypto.randomUUID()}`, {
    headers,
    data: { databaseName: 'orders', instanceId, name, created, reason },
  });
  expect(response.status()).toBe(200);
  const ids = [others[0].id, 'accepted', 'error-404', 'error-500'];
  const items = ids.map((id) => ({
    ...{ id: crypto.randomUUID(), databaseName: 'orders', instanceId: id },
    ...{ name: null, created: null },
  }));
  const bulk = `${log}/bulk-deletions/${crypto.randomUUID()}`;
  await page.request.put(bulk, { headers, data: { items, reason: 'INC-4313' } });
  return name;
}
