import { expect } from '@playwright/test';
import type { DrivenTab } from './driver.ts';
import { finderCall, finderCode, type Step } from './finder.ts';

type Name = string | RegExp;

/** A browser tab in which a test uses the console. Actions wait for their element. `in` returns a tab whose methods search only inside one element. */
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

  open(address: string): Promise<void> {
    return this.#driven.goto(`${this.#origin}${address}`);
  }

  reload(): Promise<void> {
    return this.#driven.reload();
  }

  back(): Promise<void> {
    return this.#driven.back();
  }

  close(): Promise<void> {
    this.isClosed = true;
    return this.#driven.close();
  }

  in(role: string, name?: Name): Tab {
    return new Tab(this.#driven, this.#origin, this.#pathTo(role, name));
  }

  async click(role: string, name: Name): Promise<void> {
    const [x, y] = await this.#waitForClickPoint(this.#pathTo(role, name));
    await this.#driven.click(x, y);
  }

  async fill(label: string, text: string): Promise<void> {
    await this.click('field', label);
    // Select the text in the field, so that typing replaces the text.
    await this.#driven.evaluate('document.activeElement?.select?.()');
    await this.#driven.type(text);
  }

  /** Waits until exactly one element has this role and name, is visible and contains the text. */
  async shows(role: string, name?: Name, text: Name = /(?:)/): Promise<void> {
    const path = this.#pathTo(role, name);
    const match = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);
    await this.#waitFor(
      () => this.#callFinder('readText', path),
      { count: 1, text: match },
      `${formatPath(path)} is shown`,
    );
  }

  /** Waits until one of the visible elements with this role contains the text. */
  async says(role: string, text: string): Promise<void> {
    const path = this.#pathTo(role);
    await this.#waitFor(
      () => this.#callFinder('readText', path),
      expect.objectContaining({ text: expect.stringContaining(text) }),
      `a ${formatPath(path)} says ${text}`,
    );
  }

  /** Waits until no visible element has this role and name. */
  lacks(role: string, name?: Name): Promise<void> {
    return this.has(0, role, name);
  }

  /** Waits until `count` visible elements have this role and name. */
  async has(count: number, role: string, name?: Name): Promise<void> {
    const path = this.#pathTo(role, name);
    await this.#waitFor(
      () => this.#callFinder('count', path),
      count,
      `there are ${count} of ${formatPath(path)}`,
    );
  }

  /** Returns the visible text of each element with this role and name. */
  async texts(role: string, name?: Name): Promise<string[]> {
    const data = await this.#callFinder('readText', this.#pathTo(role, name));
    return typeof data === 'object' && data !== null && 'text' in data ? String(data.text).split('\n') : [];
  }

  /** Returns true if the element exists and is disabled. */
  async isDisabled(role: string, name: Name): Promise<boolean> {
    return (await this.#callFinder('clickPoint', this.#pathTo(role, name))) === 'disabled';
  }

  evaluate(expression: string): Promise<unknown> {
    return this.#driven.evaluate(expression);
  }

  /** Returns the visible text of the page. */
  async readPage(): Promise<string> {
    return String(await this.#driven.evaluate('document.body.innerText'));
  }

  /** Returns the uncaught errors of the page, and its violations of the Content Security Policy. */
  readProblems(): Promise<unknown> {
    return this.#driven.evaluate('globalThis.storyFinder?.problems ?? []');
  }

  #pathTo(role: string, name?: Name): readonly Step[] {
    return [...this.#path, name === undefined ? [role] : [role, name]];
  }

  /** Waits until the element can be clicked and doesn't move. @returns where to click */
  async #waitForClickPoint(path: readonly Step[]): Promise<[number, number]> {
    let lastText = '';
    let point: unknown;
    await this.#waitFor(
      async () => {
        point = await this.#callFinder('clickPoint', path);
        const text = String(point);
        const hasMoved = text !== lastText;
        lastText = text;
        if (typeof point === 'string') return point;
        return hasMoved ? 'moving' : 'ready';
      },
      'ready',
      `${formatPath(path)} can be clicked`,
    );
    const [x, y] = Array.isArray(point) ? point : [];
    return [Number(x), Number(y)];
  }

  /** Calls a method of the finder. If the page has no finder yet, installs the finder first. */
  async #callFinder(method: 'clickPoint' | 'count' | 'readText', path: readonly Step[]): Promise<unknown> {
    const call = `globalThis.storyFinder === undefined ? null : ${finderCall(method, path)}`;
    const result = await this.#driven.evaluate(call);
    if (result !== null) return result;
    await this.#driven.evaluate(finderCode);
    return this.#driven.evaluate(call);
  }

  async #waitFor(readState: () => Promise<unknown>, expected: unknown, message: string): Promise<void> {
    await expect.poll(readState, { message, intervals: [50] }).toEqual(expected);
  }
}

function formatPath(path: readonly Step[]): string {
  return path.map(([role, name]) => (name === undefined ? role : `${role} ${name}`)).join(' › ');
}
