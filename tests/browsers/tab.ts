import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type { DrivenTab } from './drivers.ts';

type Name = string | RegExp;
/** A role and an accessible name. The role `field` finds a form field by its label. */
type Step = readonly [role: string, name?: Name | undefined];
type Found = { text: string; isEnabled: boolean; isCovered: boolean; x: number; y: number };
type Queries = {
  queryAllByRole(within: HTMLElement, role: string, options: { name?: Name }): HTMLElement[];
  queryAllByLabelText(within: HTMLElement, name: Name): HTMLElement[];
};

/**
 * Creates the function in the page that finds elements. Each step of a path searches inside the elements of the previous step.
 * The query of Testing Library by role ignores hidden elements.
 */
function createFinder({ queryAllByRole, queryAllByLabelText }: Queries) {
  const problems: string[] = [];
  addEventListener('error', ({ message }) => problems.push(message));
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    problems.push(`${effectiveDirective} blocked ${blockedURI}`),
  );
  const findStep = (within: HTMLElement, [role, name]: Step) =>
    role === 'field'
      ? queryAllByLabelText(within, name ?? '')
      : queryAllByRole(within, role, name === undefined ? {} : { name });
  function find(path: readonly Step[], scrolls: boolean): Found[] {
    const elements = path.reduce(
      (found, step) => found.flatMap((element) => findStep(element, step)),
      [document.body],
    );
    return elements.map((element) => {
      if (scrolls) element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
      return {
        text: element.innerText.replace(/\s+/g, ' ').trim(),
        isEnabled: !element.matches(':disabled') && element.ariaDisabled !== 'true',
        isCovered: !element.contains(document.elementFromPoint(x, y)),
        ...{ x, y },
      };
    });
  }
  return { find, problems };
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

/** A tab in which a test uses the console. Actions wait for their element. `in` returns a tab that searches only in one element. */
export class Tab {
  readonly #driven: DrivenTab;
  readonly #origin: string;
  readonly #path: readonly Step[];
  isClosed = false;

  constructor(driven: DrivenTab, origin: string, path: readonly Step[] = []) {
    this.#driven = driven;
    this.#origin = origin;
    this.#path = path;
  }

  async open(address: string): Promise<void> {
    await this.#driven.goto(`${this.#origin}${address}`);
  }

  async reload(): Promise<void> {
    await this.#driven.reload();
  }

  async back(): Promise<void> {
    await this.#driven.goBack();
  }

  close(): Promise<void> {
    this.isClosed = true;
    return this.#driven.close();
  }

  evaluate(expression: string): Promise<unknown> {
    return this.#driven.evaluate(expression);
  }

  in(role: string, name?: Name): Tab {
    return new Tab(this.#driven, this.#origin, [...this.#path, [role, name]]);
  }

  /** Clicks the only element with this role and name, as soon as it is enabled, uncovered and doesn't move. */
  async click(role: string, name: Name): Promise<void> {
    let previous: Found[] = [];
    await expect(async () => {
      const found = await this.#find([role, name], true);
      const last = previous;
      previous = found;
      expect(found).toEqual([expect.objectContaining({ isEnabled: true, isCovered: false })]);
      expect(found).toEqual(last);
    }, `click on ${role} ${name}`).toPass({ intervals: [50], timeout: 10_000 });
    for (const { x, y } of previous) await this.#driven.mouse.click(x, y);
  }

  async fill(label: string, text: string): Promise<void> {
    await this.click('field', label);
    // Select the text in the field, so that typing replaces the text.
    await this.evaluate('document.activeElement?.select?.()');
    await this.#driven.keyboard.type(text);
  }

  /** Waits until exactly one visible element has this role and name, and contains the text. */
  async shows(role: string, name?: Name, text: Name = ''): Promise<void> {
    await this.#waitFor([role, name], [containing(text)]);
  }

  /** Waits until one of the visible elements with this role contains the text. */
  async says(role: string, text: string): Promise<void> {
    await this.#waitFor([role], expect.arrayContaining([containing(text)]));
  }

  /** Waits until exactly `count` visible elements have this role and name. */
  async has(count: number, role: string, name?: Name): Promise<void> {
    await this.#waitFor([role, name], Array(count).fill(expect.anything()));
  }

  lacks(role: string, name?: Name): Promise<void> {
    return this.has(0, role, name);
  }

  /** Returns the visible text of each element with this role. */
  async texts(role: string): Promise<string[]> {
    return (await this.#find([role])).map(({ text }) => text);
  }

  async isDisabled(role: string, name: Name): Promise<boolean> {
    return (await this.#find([role, name])).some(({ isEnabled }) => !isEnabled);
  }

  /** Returns the uncaught errors of the page, and its violations of the Content Security Policy. */
  readProblems(): Promise<unknown> {
    return this.evaluate('globalThis.storyFinder?.problems ?? []');
  }

  async #waitFor(step: Step, expected: unknown): Promise<void> {
    const message = [...this.#path, step].map(([role, name = '']) => `${role} ${name}`).join(' › ');
    await expect.poll(() => this.#find(step), { message, intervals: [50] }).toEqual(expected);
  }

  /** Finds elements in the page. If the page has no finder yet, installs the finder first. */
  async #find(step: Step, scrolls = false): Promise<Found[]> {
    const steps = [...this.#path, step].map((each) => `[${each.map(toCode).join(',')}]`);
    const call = `(globalThis.storyFinder?.find([${steps}], ${scrolls}) ?? null)`;
    const found = (await this.evaluate(call)) ?? (await this.evaluate(`${finderCode} && ${call}`));
    return found as Found[];
  }
}

function containing(text: Name) {
  const match = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);
  return expect.objectContaining({ text: match });
}

function toCode(value: Name | undefined): string {
  return value instanceof RegExp ? String(value) : String(JSON.stringify(value));
}
