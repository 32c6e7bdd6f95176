import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type { DrivenTab } from './drivers.ts';

type Name = string | RegExp;
type Found = { text: string; isEnabled: boolean; isCovered: boolean; x: number; y: number };
type Queries = Record<
  'queryAllByRole' | 'queryAllByLabelText',
  (within: HTMLElement, roleOrLabel: Name, options: { name?: Name }) => HTMLElement[]
>;

/** Creates the functions that run in the page. The query of Testing Library by role ignores hidden elements. */
function createFinder({ queryAllByRole, queryAllByLabelText }: Queries) {
  const problems: string[] = [];
  addEventListener('error', ({ message }) => problems.push(message));
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    problems.push(`${effectiveDirective} blocked ${blockedURI}`),
  );
  return {
    problems,
    find: (role: string, name: Name | undefined, scrolls: boolean): Found[] =>
      (role === 'field'
        ? queryAllByLabelText(document.body, name ?? '', {})
        : queryAllByRole(document.body, role, name === undefined ? {} : { name })
      ).map((element) => {
        if (scrolls) element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
        return {
          text: element.innerText.replace(/\s+/g, ' ').trim(),
          isEnabled: !element.matches(':disabled') && element.ariaDisabled !== 'true',
          isCovered: !element.contains(document.elementFromPoint(x, y)),
          ...{ x, y },
        };
      }),
  };
}

const library = createRequire(import.meta.url).resolve(
  '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
);
const finderCode = `(() => {
  const module = { exports: {} };
  ((exports, module) => {${readFileSync(library, 'utf8')}\n})(module.exports, module);
  globalThis.storyFinder = (${createFinder})(module.exports);
  return true;
})()`;

/** A tab in which a story uses the console. The role `field` finds a form field by its label. Actions wait for their element. */
export class Tab {
  readonly driven: DrivenTab;
  readonly #origin: string;

  constructor(driven: DrivenTab, origin: string) {
    this.driven = driven;
    this.#origin = origin;
  }

  open(address: string): Promise<unknown> {
    return this.driven.goto(`${this.#origin}${address}`);
  }

  /** Clicks the only element with this role and name, as soon as it is enabled, uncovered and doesn't move. */
  async click(role: string, name: Name): Promise<void> {
    let previous: Found[] = [];
    await expect(async () => {
      const last = previous;
      previous = await this.#find(role, name, true);
      expect(previous).toEqual([expect.objectContaining({ isEnabled: true, isCovered: false })]);
      expect(previous).toEqual(last);
    }, `click on ${role} ${name}`).toPass({ intervals: [50], timeout: 20_000 });
    for (const { x, y } of previous) await this.driven.mouse.click(x, y);
  }

  /** Replaces the text of a field as typing does, with one input event. */
  async fill(label: string, text: string): Promise<void> {
    await this.click('field', label);
    await this.driven.evaluate(
      `document.activeElement.select() ?? document.execCommand('insertText', false, ${JSON.stringify(text)})`,
    );
  }

  /** Waits until exactly one visible element has this role and name, and contains the text. */
  async shows(role: string, name?: Name, text: Name = ''): Promise<void> {
    const match = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);
    await this.#waitFor([expect.objectContaining({ text: match })], role, name);
  }

  /** Waits until exactly `count` visible elements have this role and name. */
  async has(count: number, role: string, name?: Name): Promise<void> {
    await this.#waitFor(Array(count).fill(expect.anything()), role, name);
  }

  async isEnabled(role: string, name: Name): Promise<boolean> {
    const [element] = await this.#find(role, name);
    return element?.isEnabled === true;
  }

  async #waitFor(expected: unknown, role: string, name?: Name): Promise<void> {
    const poll = expect.poll(() => this.#find(role, name), { message: `${role} ${name}`, intervals: [100] });
    await poll.toEqual(expected);
  }

  /** Finds elements in the page. If the page has no finder yet, installs the finder first. */
  async #find(role: string, name: Name | undefined, scrolls = false): Promise<Found[]> {
    const call = `(globalThis.storyFinder?.find('${role}', ${toCode(name)}, ${scrolls}) ?? null)`;
    const found =
      (await this.driven.evaluate(call)) ?? (await this.driven.evaluate(`${finderCode} && ${call}`));
    return found as Found[];
  }
}

function toCode(value: Name | undefined): string {
  return value instanceof RegExp ? String(value) : String(JSON.stringify(value));
}
