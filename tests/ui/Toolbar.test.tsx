// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Toolbar } from '../../src/ui/Toolbar.tsx';

function Tools({ names }: { names: readonly string[] }) {
  return (
    <>
      <button type="button">before</button>
      <Toolbar label="Tools">
        {names.map((name) => (
          <button type="button" key={name}>
            {name}
          </button>
        ))}
        <div popover="auto">
          <input aria-label="in a menu" />
        </div>
        <select aria-label="choice">
          <option>one</option>
          <option>two</option>
        </select>
      </Toolbar>
      <button type="button">after</button>
    </>
  );
}

it('a toolbar is one Tab stop, and arrow keys, Home and End move the focus inside', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Tools names={['a', 'b', 'c']} />);
  const focusedName = () =>
    document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
  const press = async (keys: string) => {
    await user.keyboard(keys);
    return focusedName();
  };
  screen.getByText('before').focus();
  await user.tab();
  expect(focusedName()).toBe('a');
  expect(await press('{ArrowRight}')).toBe('b');
  expect(await press('{End}')).toBe('choice');
  expect(await press('{ArrowRight}')).toBe('a');
  expect(await press('{ArrowLeft}')).toBe('choice');
  expect(screen.getByRole('combobox')).toHaveValue('one');
  expect(await press('{Home}{ArrowRight}')).toBe('b');
  await user.tab();
  expect(focusedName()).toBe('after');
  await user.tab({ shift: true });
  expect(focusedName()).toBe('b');
  screen.getByText('before').focus();
  rerender(<Tools names={['c', 'd']} />);
  await user.tab();
  expect(focusedName()).toBe('c');
  expect(screen.getByLabelText('in a menu')).not.toHaveAttribute('tabindex');
});
