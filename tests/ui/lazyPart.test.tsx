// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { CrashBoundary } from '../../src/app/ErrorBoundary.tsx';
import { lazyPart } from '../../src/ui/lazyPart.tsx';

afterEach(cleanup);

function Field({ name }: { name: string }) {
  return <input aria-label={name} />;
}

it('is drawn at once where its code has come, without a fallback in between', async () => {
  const Part = lazyPart(async () => Field);
  await Part.load();
  render(
    <Suspense fallback="waiting">
      <Part name="here" />
    </Suspense>,
  );
  expect(screen.getByLabelText('here')).toBeDefined();
  expect(screen.queryByText('waiting')).toBeNull();
});

it('is fetched once, when it is first drawn, and stays the same when it is drawn again', async () => {
  let fetched = 0;
  const Part = lazyPart(async () => {
    fetched += 1;
    return Field;
  });
  const drawn = (name: string) => (
    <Suspense fallback="waiting">
      <Part name={name} />
    </Suspense>
  );
  const { rerender } = render(drawn('first'));
  expect(screen.getByText('waiting')).toBeDefined();
  const field = await screen.findByLabelText('first');
  await act(() => Part.load());
  rerender(drawn('second'));
  expect(screen.getByLabelText('second')).toBe(field);
  expect(fetched).toBe(1);
});

it('says that it did not come, and comes at the next asking', async () => {
  let tries = 0;
  const Part = lazyPart(async () => {
    tries += 1;
    if (tries <= 2) throw new Error('The line dropped.');
    return Field;
  });
  await expect(Part.load()).rejects.toThrow('The line dropped.');
  const drawn = (
    <CrashBoundary show={(error) => <p>{error.message}</p>}>
      <Suspense fallback="waiting">
        <Part name="here" />
      </Suspense>
    </CrashBoundary>
  );
  const noise = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const first = render(drawn);
  expect(await screen.findByText('The line dropped.')).toBeDefined();
  expect(tries).toBe(2);
  first.unmount();
  noise.mockRestore();
  await Part.load();
  render(drawn);
  expect(screen.getByLabelText('here')).toBeDefined();
});
