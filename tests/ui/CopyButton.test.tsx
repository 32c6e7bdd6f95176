import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CopyButton } from '../../src/ui/CopyButton.tsx';
import '../../src/ui/Dialog.tsx';

function clickCopy(clipboard: Partial<Clipboard> | undefined, variant: 'button' | 'icon' = 'icon') {
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  render(<CopyButton label="Copy ID" variant={variant} text={() => 'i-0123'} />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy ID' }));
}

it('a copied text → the button and a status say so for 2 s', async () => {
  clickCopy({ writeText: async () => {} }, 'button');
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('Copied');
  await screen.findByRole('button', { name: 'Copy ID' }, { timeout: 3_000 });
});

it.each([
  ['refuses', { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) }, 500],
  ['is missing', undefined, 500],
  ['never answers', { writeText: () => new Promise<void>(() => undefined) }, 2_500],
])('the clipboard %s → a dialog shows the text selected', async (_, clipboard, timeout) => {
  clickCopy(clipboard);
  const dialog = await screen.findByRole('dialog', { name: 'Copy this text' }, { timeout });
  const field = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Text to copy' });
  await waitFor(() => expect(field).toHaveFocus());
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('i-0123');
  expect(screen.queryByText('Copied')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});
