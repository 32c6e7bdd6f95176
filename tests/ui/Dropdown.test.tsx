// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { Dropdown } from '../../src/ui/Dropdown.tsx';

afterEach(cleanup);

it('renders its panel from the first opening on', async () => {
  render(<Dropdown label="Columns">Region</Dropdown>);
  expect(screen.queryByText('Region')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  expect(screen.getByText('Region')).toBeInTheDocument();
});
