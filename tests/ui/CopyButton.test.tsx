// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CopyButton } from '../../src/ui/CopyButton.tsx';
import { fillJsdomGaps } from '../support/fillJsdomGaps.ts';
import '../../src/ui/Dialog.tsx';

const bothFormats = { text: '`a`', html: '<code>a</code>' };

beforeEach(fillJsdomGaps);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Like the browser's, which jsdom lacks. */
class FakeClipboardItem {
  readonly blobs: Record<string, Blob>;
  constructor(blobs: Record<string, Blob>) {
    this.blobs = blobs;
  }
}

function clickCopy(clipboard: Partial<Clipboard> | undefined, text: string | (() => typeof bothFormats)) {
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  render(<CopyButton label="Copy ID" text={text} />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy ID' }));
}

const refuse = () => Promise.reject(new DOMException('', 'NotAllowedError'));

it('a text with HTML → both in one entry of the clipboard, and a status', async () => {
  vi.stubGlobal('ClipboardItem', FakeClipboardItem);
  const write = vi.fn(async () => undefined);
  clickCopy({ write }, () => bothFormats);
  expect(await screen.findByText('Copied')).toHaveAttribute('role', 'status');
  const blobs = {
    'text/plain': expect.objectContaining({ type: 'text/plain', size: bothFormats.text.length }),
    'text/html': expect.objectContaining({ type: 'text/html', size: bothFormats.html.length }),
  };
  expect(write).toHaveBeenCalledExactlyOnceWith([new FakeClipboardItem(blobs)]);
});

it.each([
  ['without ClipboardItem', undefined],
  ['with a browser that refuses HTML', FakeClipboardItem],
])('%s → the text alone is copied', async (_, item) => {
  vi.stubGlobal('ClipboardItem', item);
  const writeText = vi.fn(async () => undefined);
  clickCopy({ write: refuse, writeText }, () => bothFormats);
  await screen.findByText('Copied');
  expect(writeText).toHaveBeenCalledExactlyOnceWith('`a`');
});

it.each([
  ['refuses', { writeText: refuse }, 500],
  ['is missing', undefined, 500],
  ['never answers', { writeText: () => new Promise<void>(() => undefined) }, 2_500],
])('the clipboard %s → a dialog shows the text selected', async (_, clipboard, timeout) => {
  clickCopy(clipboard, 'i-0123');
  const dialog = await screen.findByRole('dialog', { name: 'Copy this text' }, { timeout });
  const field = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Text to copy' });
  await waitFor(() => expect(field).toHaveFocus());
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('i-0123');
  expect(screen.queryByText('Copied')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});
