import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A role and an accessible name; `field` is whatever is labelled so. */
export type Step = readonly [role: string, name?: string | RegExp];

type Queries = {
  queryAllByRole(within: HTMLElement, role: string, options: { name?: string | RegExp }): HTMLElement[];
  queryAllByLabelText(within: HTMLElement, name: string | RegExp): HTMLElement[];
};

/** What stands in the page under this name while a story is told there. */
type Finder = {
  count(path: readonly Step[]): number;
  /** Where a person would click the one element there, as x and y; or what keeps them from it, in words. */
  target(path: readonly Step[]): [number, number] | string;
  /** How many there are, and what can be read there. */
  read(path: readonly Step[]): { count: number; text: string };
  /** Errors nobody caught, and what the policy blocked, since the finder came. */
  problems: string[];
};

/** Runs in the page: Testing Library's queries, which leave out what is hidden, and the way of a pointer to what they found. */
function createFinder({ queryAllByRole, queryAllByLabelText }: Queries): Finder {
  const problems: string[] = [];
  addEventListener('error', ({ message }) => problems.push(message));
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    problems.push(`${effectiveDirective} blocked ${blockedURI}`),
  );
  const all = (within: HTMLElement, [role, name]: Step) =>
    role === 'field'
      ? queryAllByLabelText(within, name ?? '')
      : queryAllByRole(within, role, name === undefined ? {} : { name });
  const find = (path: readonly Step[]) =>
    path.reduce((found, step) => found.flatMap((each) => all(each, step)), [document.body]);
  return {
    problems,
    count: (path) => find(path).length,
    target(path) {
      const found = find(path);
      const [element] = found;
      if (element === undefined || found.length > 1) return `there are ${found.length}`;
      if (element.matches(':disabled') || element.ariaDisabled === 'true') return 'it is disabled';
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
      const hit = document.elementFromPoint(x, y);
      if (hit !== null && element.contains(hit)) return [x, y];
      // Next time it may be in reach; what lies over it goes on doing so.
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      return `${hit?.tagName ?? 'nothing'} is in its place`;
    },
    read(path) {
      const texts = find(path).map((each) => each.innerText.replace(/\s+/g, ' ').trim());
      return { count: texts.length, text: texts.join('\n') };
    },
  };
}

const bundle = createRequire(import.meta.url).resolve(
  '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
);

/** An expression that puts the finder into the page. */
export const finderCode = `(() => {
  const module = { exports: {} };
  ((exports, module) => {${readFileSync(bundle, 'utf8')}\n})(module.exports, module);
  globalThis.storyFinder = (${createFinder})(module.exports);
  return true;
})()`;

/** An expression that asks the finder in the page about what a path leads to. */
export function askFinder(what: 'count' | 'target' | 'read', path: readonly Step[]): string {
  const steps = path.map(([role, name]) => [
    JSON.stringify(role),
    ...(name === undefined ? [] : [name instanceof RegExp ? String(name) : JSON.stringify(name)]),
  ]);
  return `storyFinder.${what}([${steps.map((step) => `[${step.join(',')}]`).join(',')}])`;
}
