import { type ConsoleConfig, parseConfig } from '../config.ts';
import { ServiceError } from '../rules/errors.ts';
import { proxyInFrontMessage } from '../rules/response.ts';
import { requestOwnFile } from './http.ts';

/** Throws ServiceError if the file doesn't arrive, or Error with a sentence about the first wrong setting. */
export async function fetchConfig(): Promise<ConsoleConfig> {
  const response = await requestOwnFile('/config.json');
  if (response === null) throw createConfigError("couldn't be loaded", 'unreachable');
  const { status, body, isFromProxy } = response;
  if (isFromProxy) throw new ServiceError({ kind: 'proxy-in-front', message: proxyInFrontMessage, status });
  if (status < 200 || status > 299)
    throw createConfigError(`couldn't be loaded (HTTP ${status})`, 'service-failure');
  // A static host may send a different content type.
  if (body.kind !== 'json') throw createConfigError("isn't JSON", 'unreadable');
  return parseConfig(body.value);
}

function createConfigError(problem: string, kind: 'service-failure' | 'unreadable' | 'unreachable') {
  return new ServiceError({ kind, message: `The configuration (config.json) ${problem}.` });
}
