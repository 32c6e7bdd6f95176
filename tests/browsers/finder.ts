import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A role and an accessible name. The role `field` finds a form field by its label. */
export type Step = readonly [role: string, name?: string | RegExp];

type Queries = {
  queryAllByRole(within: HTMLElement, role: string, options: { name?: string | RegExp }): HTMLElement[];
  queryAllByLabelText(within: HTMLElement, name: string | RegExp): HTMLElement[];
};

/** The object in the page that finds elements. Each step of a path searches inside the elements of the previous step. */
type Finder = {
  count(path: readonly Step[]): number;
  /** Returns where to click the only element at a path, or the reason why the element can't be clicked. */
  clickPoint(path: readonly Step[]): [number, number] | string;
  /** Returns the number of elements and their visible text. */
  readText(path: readonly Step[]): { count: number; text: string };
  /** Uncaught errors and violations of the Content Security Policy since this object exists in the page. */
  problems: string[];
};

/** Creates the finder. Runs in the page. The query of Testing Library by role ignores hidden elements. */
function createFinder({ queryAllByRole, queryAllByLabelText }: Queries): Finder {
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
  const find = (path: readonly Step[]) =>
    path.reduce((found, step) => found.flatMap((element) => findStep(element, step)), [document.body]);
  return {
    problems,
    count: (path) => find(path).length,
    clickPoint(path) {
      const foundElements = find(path);
      const [element] = foundElements;
      if (element === undefined || foundElements.length > 1) return `there are ${foundElements.length}`;
      if (element.matches(':disabled') || element.ariaDisabled === 'true') return 'disabled';
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
      const hit = document.elementFromPoint(x, y);
      if (hit !== null && element.contains(hit)) return [x, y];
      // Scroll, because the next attempt succeeds if the element was only outside the viewport.
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      return `${hit?.tagName ?? 'nothing'} covers it`;
    },
    readText(path) {
      const texts = find(path).map((element) => element.innerText.replace(/\s+/g, ' ').trim());
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
export function finderCall(method: 'count' | 'clickPoint' | 'readText', path: readonly Step[]): string {
  const steps = path.map(([role, name]) => [
    JSON.stringify(role),
    ...(name === undefined ? [] : [name instanceof RegExp ? String(name) : JSON.stringify(name)]),
  ]);
  return `storyFinder.${method}([${steps.map((step) => `[${step.join(',')}]`).join(',')}])`;
}
