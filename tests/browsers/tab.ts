import { expect } from '@playwright/test';
import type { DrivenTab } from './driver.ts';
import { askFinder, finderCode, type Step } from './finder.ts';

type Name = string | RegExp;

/** A tab for stories. Every method waits for its element. `in` limits the following calls to a part of the page. */
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
    return new Tab(this.#driven, this.#origin, this.#to(role, name));
  }

  async click(role: string, name: Name): Promise<void> {
    const [x, y] = await this.#target(this.#to(role, name));
    await this.#driven.click(x, y);
  }

  async fill(label: string, text: string): Promise<void> {
    await this.click('field', label);
    // Select the present text, so that typing replaces it.
    await this.#driven.evaluate('document.activeElement?.select?.()');
    await this.#driven.type(text);
  }

  /** Waits until exactly one such element is visible and contains the text. */
  async shows(role: string, name?: Name, text: Name = /(?:)/): Promise<void> {
    const path = this.#to(role, name);
    const words = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);
    await this.#until(() => this.#ask('read', path), { count: 1, text: words }, `${textOf(path)} is shown`);
  }

  /** Waits until no such element is visible. */
  lacks(role: string, name?: Name): Promise<void> {
    return this.has(0, role, name);
  }

  /** Waits until there are `count` such elements. */
  async has(count: number, role: string, name?: Name): Promise<void> {
    const path = this.#to(role, name);
    await this.#until(() => this.#ask('count', path), count, `there are ${count} of ${textOf(path)}`);
  }

  /** Returns the visible text of each element. */
  async texts(role: string, name?: Name): Promise<string[]> {
    const read = await this.#ask('read', this.#to(role, name));
    return typeof read === 'object' && read !== null && 'text' in read ? String(read.text).split('\n') : [];
  }

  /** Returns true if the element exists and is disabled. */
  async isDisabled(role: string, name: Name): Promise<boolean> {
    return (await this.#ask('target', this.#to(role, name))) === 'it is disabled';
  }

  evaluate(expression: string): Promise<unknown> {
    return this.#driven.evaluate(expression);
  }

  /** Returns the visible text of the page. */
  async page(): Promise<string> {
    return String(await this.#driven.evaluate('document.body.innerText'));
  }

  /** Returns uncaught errors and policy violations since the first call. */
  problems(): Promise<unknown> {
    return this.#driven.evaluate('globalThis.storyFinder?.problems ?? []');
  }

  #to(role: string, name?: Name): readonly Step[] {
    return [...this.#path, name === undefined ? [role] : [role, name]];
  }

  /** Returns where to click, once the element is clickable and doesn't move. */
  async #target(path: readonly Step[]): Promise<[number, number]> {
    let last = '';
    let place: unknown;
    await this.#until(
      async () => {
        place = await this.#ask('target', path);
        const text = String(place);
        const moved = text !== last;
        last = text;
        return typeof place === 'string' ? place : moved ? 'it moves' : 'ready';
      },
      'ready',
      `${textOf(path)} can be clicked`,
    );
    const [x, y] = Array.isArray(place) ? place : [];
    return [Number(x), Number(y)];
  }

  /** Calls the finder, and installs it first in a new document. */
  async #ask(what: 'target' | 'count' | 'read', path: readonly Step[]): Promise<unknown> {
    const asked = `globalThis.storyFinder === undefined ? null : ${askFinder(what, path)}`;
    const answer = await this.#driven.evaluate(asked);
    if (answer !== null) return answer;
    await this.#driven.evaluate(finderCode);
    return this.#driven.evaluate(asked);
  }

  async #until(ask: () => Promise<unknown>, wanted: unknown, what: string): Promise<void> {
    await expect.poll(ask, { message: what, intervals: [50] }).toEqual(wanted);
  }
}

function textOf(path: readonly Step[]): string {
  return path.map(([role, name]) => (name === undefined ? role : `${role} ${name}`)).join(' › ');
}
