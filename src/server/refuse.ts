import { answerJson } from './answerJson.ts';
import type { Exchange } from './Exchange.ts';

/** Answers with an error body of the shape of section 7, in the server's own words. */
export function refuse(
  exchange: Exchange,
  statusCode: number,
  message: string,
  headers: readonly string[] = [],
): void {
  answerJson(exchange, statusCode, { message, statusCode }, headers);
}
