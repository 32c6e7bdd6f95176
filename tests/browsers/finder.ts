import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A role and an accessible name. The role `field` finds by label. */
export type Step = readonly [role: string, name?: string | RegExp];

type Queries = {
  queryAllByRole(within: HTMLElement, role: string, options: { name?: string | RegExp }): HTMLElement[];
  queryAllByLabelText(within: HTMLElement, name: string | RegExp): HTMLElement[];
};

/** The object in the page that finds elements. */
type Finder = {
  count(path: readonly Step[]): number;
  /** Returns the x and y of the one element at a path, or why it can't be clicked. */
  target(path: readonly Step[]): [number, number] | string;
  /** Returns the number of elements and their visible text. */
  read(path: readonly Step[]): { count: number; text: string };
  /** Uncaught errors and policy violations since the finder was installed. */
  problems: string[];
};

/** Runs in the page. Uses the queries of Testing Library, which ignore hidden elements. */
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
      // The next attempt reaches it, unless another element covers it.
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      return `${hit?.tagName ?? 'nothing'} covers it`;
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

/** An expression that installs the finder in the page. */
export const finderCode = `(() => {
  const module = { exports: {} };
  ((exports, module) => {${readFileSync(bundle, 'utf8')}\n})(module.exports, module);
  globalThis.storyFinder = (${createFinder})(module.exports);
  return true;
})()`;

/** Returns an expression that calls the finder. */
export function askFinder(what: 'count' | 'target' | 'read', path: readonly Step[]): string {
  const steps = path.map(([role, name]) => [
    JSON.stringify(role),
    ...(name === undefined ? [] : [name instanceof RegExp ? String(name) : JSON.stringify(name)]),
  ]);
  return `storyFinder.${what}([${steps.map((step) => `[${step.join(',')}]`).join(',')}])`;
}
