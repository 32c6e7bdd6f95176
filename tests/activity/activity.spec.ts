import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations, openScreen, test } from '../support/console.ts';

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
  await page.setViewportSize({ width: 360, height: 900 });
  for (const text of ['1 deleted,', '1 not sent'])
    expect((await page.getByText(text, { exact: true }).boundingBox())?.height, text).toBeLessThan(20);
  await entry.click();
  await expectNoAxeViolations(page);
});

/** Of one instance, whose name it returns, and of four with different results. */
async function deleteInstances(page: Page): Promise<string> {
  const data = { workspace: 'acme', token: 'sandbox-token' };
  const { sessionId } = await (await page.request.post('/api/session', { data })).json();
  const workspace = '/api/workspaces/acme';
  const list = await page.request.get(`${workspace}/databases/orders/compute`);
  const [{ id: instanceId, name, created }, other] = await list.json();
  async function put(items: object[], text: string) {
    const headers = { 'console-session': sessionId };
    const path = `${workspace}/deletions/${crypto.randomUUID()}`;
    expect((await page.request.put(path, { headers, data: { items, reason: text } })).ok()).toBe(true);
  }
  await put([{ databaseName: 'orders', instanceId, name, created }], reason);
  const blank = { databaseName: 'orders', name: null, created: null };
  await put(
    [other.id, 'accepted', 'error-500', 'never sent'].map((id) => ({ instanceId: id, ...blank })),
    'INC-4313',
  );
  return name;
}
