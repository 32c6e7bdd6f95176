/** Why a body did not arrive whole although a status did. */
export type BodyProblem = 'cut' | 'timeout' | 'too-large';

/**
 * Reads a body as UTF-8 text and stops at a size, so that an endless answer can't fill the memory.
 * @param maxBytes the most that is read, in bytes after decompression
 * @param timedOut tells whether a failed read failed because the time was up
 * @param readAhead takes what it can off the front of the text so far, and gives back the rest
 * @returns what was read and is left; `problem` is null only where the whole body arrived
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  timedOut: () => boolean,
  readAhead?: (text: string) => string | Promise<string>,
): Promise<{ text: string; bytes: number; problem: BodyProblem | null }> {
  if (response.body === null) return { text: '', bytes: 0, problem: null };
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text: text + decoder.decode(), bytes, problem: null };
      bytes += value.byteLength;
      if (bytes > maxBytes) {
        reader.cancel().catch(() => undefined);
        return { text, bytes, problem: 'too-large' };
      }
      text += decoder.decode(value, { stream: true });
      if (readAhead !== undefined) text = await readAhead(text);
    }
  } catch {
    return { text, bytes, problem: timedOut() ? 'timeout' : 'cut' };
  }
}
