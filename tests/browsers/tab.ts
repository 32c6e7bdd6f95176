import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type { DrivenTab } from './drivers.ts';

type Name = string | RegExp;
type Found = { text: string; isEnabled: boolean };
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
  const query = (role: string, name?: Name) =>
    role === 'field'
      ? queryAllByLabelText(document.body, name ?? '', {})
      : queryAllByRole(document.body, role, name === undefined ? {} : { name });
  return {
    problems,
    find: (role: string, name?: Name): Found[] =>
      query(role, name).map((element) => ({
        text: element.innerText.replace(/\s+/g, ' ').trim(),
        isEnabled: !element.matches(':disabled') && element.ariaDisabled !== 'true',
      })),
    /** Clicks the middle of an element, or what covers it. */
    click(role: string, name?: Name) {
      const [element] = query(role, name);
      element?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
      const target = document.elementFromPoint(left + width / 2, top + height / 2);
      if (target instanceof HTMLElement) target.focus();
      if (target instanceof HTMLElement) target.click();
    },
  };
}

const library = createRequire(import.meta.url).resolve(
  '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
);
const finderCode = `(() => {
  const module = { exports: {} };
  ((exports, module) => {${readFileSync(library, 'utf8')}\n})(module.exports, module);
  return globalThis.storyFinder = (${createFinder})(module.exports);
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

  /** Clicks the only element with this role and name, as soon as it is enabled. */
  async click(role: string, name: Name): Promise<void> {
    await this.#waitFor([expect.objectContaining({ isEnabled: true })], role, name);
    await this.#call('click', role, name);
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

  /** Waits until the only button with this name is disabled. */
  async isDisabled(name: Name): Promise<void> {
    await this.#waitFor([expect.objectContaining({ isEnabled: false })], 'button', name);
  }

  async #waitFor(expected: unknown, role: string, name?: Name): Promise<void> {
    const poll = expect.poll(() => this.#call('find', role, name), `${role} ${name}`);
    await poll.toEqual(expected);
  }

  /** Runs in the page. Without a finder, it is installed first. */
  #call(method: 'find' | 'click', role: string, name: Name | undefined): Promise<unknown> {
    const code = name instanceof RegExp ? String(name) : JSON.stringify(name);
    return this.driven.evaluate(
      `(globalThis.storyFinder ?? ${finderCode}).${method}('${role}', ${code}) ?? null`,
    );
  }
}
