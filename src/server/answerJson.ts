import { beginAnswer } from './beginAnswer.ts';
import type { Exchange } from './Exchange.ts';

/**
 * Answers with a JSON body. Does nothing where the answer already began.
 * @param headers further headers of this one answer, names and values in turn
 */
export function answerJson(
  exchange: Exchange,
  status: number,
  value: unknown,
  headers: readonly string[] = [],
): void {
  const { response } = exchange;
  if (response.headersSent) return;
  const body = Buffer.from(JSON.stringify(value));
  beginAnswer(exchange, status, [
    'Content-Type',
    'application/json',
    'Content-Length',
    `${body.length}`,
    ...headers,
  ]);
  response.end(body);
}
