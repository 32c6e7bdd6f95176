import { IDBFactory } from 'fake-indexeddb';
import { createLockManager } from './lockManager.ts';
import 'fake-indexeddb/auto';

/**
 * Adds features that jsdom lacks. Each element is 1 000 × 800 px, so that virtual lists show rows. Observers never fire,
 * scrolling has no effect, and IndexedDB is empty.
 * @returns a function that removes these features
 */
export function fillJsdomGaps(): () => void {
  const undo = [
    define(globalThis, 'isSecureContext', true),
    define(globalThis, 'ResizeObserver', IdleObserver),
    define(globalThis, 'IntersectionObserver', IdleObserver),
    define(globalThis, 'matchMedia', matchMediaInWideWindow, true),
    define(globalThis, 'indexedDB', new IDBFactory(), true),
    define(navigator, 'userActivation', { hasBeenActive: true }),
    define(navigator, 'locks', createLockManager(() => undefined).locks),
    define(globalThis, 'getComputedStyle', getInlineStyle, true),
    define(globalThis, 'scrollTo', () => {}),
    define(globalThis, 'CSS', { escape: escapeAll }, true),
    define(Element.prototype, 'scrollIntoView', () => {}),
    define(Element.prototype, 'scrollTo', () => {}),
    define(Element.prototype, 'getAnimations', () => []),
    define(HTMLElement.prototype, 'hidePopover', () => {}),
  ];
  for (const [name, pixels] of Object.entries(layout))
    undo.push(define(HTMLElement.prototype, name, pixels, true));
  document.documentElement.style.fontSize = '16px';
  return () => {
    for (const step of undo) step();
  };
}

const layout = { offsetWidth: 1000, offsetHeight: 800, clientWidth: 1000, clientHeight: 800 };

class IdleObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

function matchMediaInWideWindow(media: string) {
  return Object.assign(new EventTarget(), { media, matches: media.includes('min-width'), onchange: null });
}

/** Escapes every character by its code. A browser returns a shorter text with the same meaning. */
function escapeAll(text: string): string {
  return [...text].map((character) => `\\${character.codePointAt(0)?.toString(16)} `).join('');
}

function define(holder: object, name: string, value: unknown, overwrites = false): () => void {
  const originalProperty = Object.getOwnPropertyDescriptor(holder, name);
  if (originalProperty !== undefined && !overwrites) return () => {};
  Object.defineProperty(holder, name, { value, configurable: true, writable: true });
  return () => {
    if (originalProperty === undefined) Reflect.deleteProperty(holder, name);
    else Object.defineProperty(holder, name, originalProperty);
  };
}

/** Returns inline styles only, because jsdom takes long to compute the styles for each query by role. */
function getInlineStyle(element: HTMLElement): CSSStyleDeclaration {
  if (!element.hidden) return element.style;
  const { style } = document.createElement('i');
  style.display = 'none';
  return style;
}
