import { readConfig } from '../config.ts';
import { type Boot, boot } from './boot.ts';

/**
 * The console's boot; an error, with its sentence, where the configuration does not come or is wrong. Awaited here, so
 * that the data is asked for before the rest of the code has run.
 */
export const started: Boot | Error = await start();

async function start(): Promise<Boot | Error> {
  try {
    // On its way since the head of the page, which asks for it in just this way.
    const response = await fetch('/config.json');
    return boot(readConfig(await response.json()));
  } catch (error) {
    return error instanceof Error ? error : new Error('');
  }
}
