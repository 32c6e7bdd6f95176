import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations, test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';

const reason = 'INC-4312: replaced by a larger one';

test('at each width and on paper, an entry of Activity shows its whole name and reason', async ({ page }) => {
  const name = await deleteFirstInstance(page);
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
        expect(isCut, `${text} at ${width} px, ${media ?? 'screen'}`).toBe(false);
      }
    }
  await page.emulateMedia({ media: null });
  await entry.click();
  await expectNoAxeViolations(page);
});

async function deleteFirstInstance(page: Page): Promise<string> {
  const data = { workspace: 'acme', token: 'sandbox-token' };
  const { sessionId } = await (await page.request.post('/api/session', { data })).json();
  const compute = '/api/workspaces/acme/databases/orders/compute';
  const [{ id: instanceId, name, created }] = await (await page.request.get(compute)).json();
  const response = await page.request.put(`/api/workspaces/acme/deletions/${crypto.randomUUID()}`, {
    headers: { 'console-session': sessionId },
    data: { databaseName: 'orders', instanceId, name, created, reason },
  });
  expect(response.status()).toBe(200);
  return name;
}
