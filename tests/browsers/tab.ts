import { expect } from '@playwright/test';
import type { DrivenTab } from './driver.ts';
import { askFinder, finderCode, type Step } from './finder.ts';

type Name = string | RegExp;

/** A tab as a story speaks of it. What is not there yet is waited for; `in` narrows what follows to a part of the page. */
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
    // What it holds already is selected, and so replaced by the keys.
    await this.#driven.evaluate('document.activeElement?.select?.()');
    await this.#driven.type(text);
  }

  /** Waits until it can be seen, once; with a text, until it holds that. */
  async shows(role: string, name?: Name, text: Name = /(?:)/): Promise<void> {
    const path = this.#to(role, name);
    const words = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);
    await this.#until(() => this.#ask('read', path), { count: 1, text: words }, `${told(path)} is shown`);
  }

  /** Waits until nothing like it can be seen. */
  async lacks(role: string, name?: Name): Promise<void> {
    const path = this.#to(role, name);
    await this.#until(() => this.#count(path), 0, `${told(path)} is gone`);
  }

  /** Waits until there are so many. */
  async has(count: number, role: string, name?: Name): Promise<void> {
    const path = this.#to(role, name);
    await this.#until(() => this.#count(path), count, `there are ${count} of ${told(path)}`);
  }

  /** What can be read of each. */
  async texts(role: string, name?: Name): Promise<string[]> {
    const read = await this.#ask('read', this.#to(role, name));
    return typeof read === 'object' && read !== null && 'text' in read ? String(read.text).split('\n') : [];
  }

  /** Whether it is there and can't be pressed now. */
  async isDisabled(role: string, name: Name): Promise<boolean> {
    return (await this.#ask('target', this.#to(role, name))) === 'it is disabled';
  }

  evaluate(expression: string): Promise<unknown> {
    return this.#driven.evaluate(expression);
  }

  /** Everything that can be read on the page. */
  async page(): Promise<string> {
    return String(await this.#driven.evaluate('document.body.innerText'));
  }

  /** Errors nobody caught and what the policy blocked, since the page was first asked for something. */
  problems(): Promise<unknown> {
    return this.#driven.evaluate('globalThis.storyFinder?.problems ?? []');
  }

  #to(role: string, name?: Name): readonly Step[] {
    return [...this.#path, name === undefined ? [role] : [role, name]];
  }

  /** Where to click: once it can be clicked, and stands still. */
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
      `${told(path)} can be clicked`,
    );
    const [x, y] = Array.isArray(place) ? place : [];
    return [Number(x), Number(y)];
  }

  async #count(path: readonly Step[]): Promise<unknown> {
    return this.#ask('count', path);
  }

  /** A new document begins without the finder. */
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

function told(path: readonly Step[]): string {
  return path.map(([role, name]) => (name === undefined ? role : `${role} ${name}`)).join(' › ');
}
