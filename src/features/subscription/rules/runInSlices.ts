import { createBreather } from '../../../api/createBreather.ts';

/** Runs work that is written in steps, and lets clicks and paints come in between. Gives what it gives. */
export async function runInSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  const breathe = createBreather();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await breathe();
  }
}
