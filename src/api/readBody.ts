/** Why a body did not arrive whole although a status did. */
export type BodyProblem = 'cut' | 'timeout' | 'too-large';

/**
 * Reads a body as UTF-8 text and stops at a size, so that an endless answer can't fill the memory.
 * @param maxBytes the most that is read, in bytes after decompression
 * @param timedOut tells whether a failed read failed because the time was up
 * @returns what was read; `problem` is null only where the whole body arrived
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  timedOut: () => boolean,
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
    }
  } catch {
    return { text, bytes, problem: timedOut() ? 'timeout' : 'cut' };
  }
}
