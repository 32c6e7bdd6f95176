import '@testing-library/jest-dom/vitest';
import { act, cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  // The store of the toasts outlives the page.
  const buttons = document.querySelectorAll<HTMLElement>('.toasts button');
  act(() => buttons.forEach((button) => void button.click()));
  cleanup();
  document.body.replaceChildren();
});

// What jsdom lacks, or does slowly.
Object.assign(globalThis, {
  // Of a device with a mouse.
  matchMedia: () => ({ matches: false }),
  getComputedStyle: getInlineStyle,
  scrollTo() {},
});
Object.assign(navigator, { userActivation: { hasBeenActive: true } });
Object.assign(Element.prototype, { scrollIntoView() {}, getAnimations: () => [] });

/** A popover opens by its button, and closes by a click outside or `hidePopover`. */
function togglePopover(popover: HTMLElement, newState: 'open' | 'closed') {
  if (newState === (popover.style.display === 'block' ? 'open' : 'closed')) return;
  for (const type of ['beforetoggle', 'toggle']) {
    popover.style.display = newState === 'open' ? 'block' : 'none';
    popover.dispatchEvent(Object.assign(new Event(type), { newState }));
  }
}
HTMLElement.prototype.hidePopover = function () {
  togglePopover(this, 'closed');
};
document.addEventListener('click', ({ target }) => {
  const trigger = target instanceof Element ? target.closest('[popovertarget]') : null;
  for (const popover of document.querySelectorAll<HTMLElement>('[popover]'))
    if (popover.id === trigger?.getAttribute('popovertarget')) togglePopover(popover, 'open');
    else if (target instanceof Node && !popover.contains(target)) togglePopover(popover, 'closed');
});

/** Knows inline styles, `hidden` and popovers only. jsdom's own takes long for each query by role. */
function getInlineStyle(element: HTMLElement): CSSStyleDeclaration {
  const isClosed = element.hasAttribute('popover') && element.style.display !== 'block';
  if (!element.hidden && !isClosed) return element.style;
  const { style } = document.createElement('i');
  style.display = 'none';
  return style;
}
