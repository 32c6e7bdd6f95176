import * as v from 'valibot';
import { type Channel, openChannel, storageName } from '../storage.ts';
import { decodeSession, type StoredSession } from './storedSession.ts';

const messageSchema = v.variant('kind', [
  /** `answerTo` names the private channel of the new tab, so that no other tab receives the token. */
  v.object({ kind: v.literal('ask'), answerTo: v.string() }),
  v.object({ kind: v.literal('signed-out'), id: v.string() }),
]);

type Message = v.InferOutput<typeof messageSchema>;

type Handlers = {
  onSignOut: (id: string) => void;
  getSession: () => StoredSession | null;
};

/** Time (ms) that a new tab waits for answers. */
const maxWaitMs = 3_000;
/** Time (ms) after the first answer that a new tab waits for the session of the workspace in its URL. */
const betterAnswerMs = 250;

export class TabChannel {
  readonly #serviceId: string;
  readonly #channel: Channel;
  #stopAsking = () => {};

  constructor(serviceId: string, { onSignOut, getSession }: Handlers) {
    this.#serviceId = serviceId;
    this.#channel = openChannel(storageName('session', serviceId));
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const { success, output } = v.safeParse(messageSchema, data);
      if (!success) return;
      if (output.kind === 'signed-out') onSignOut(output.id);
      else this.#answer(output.answerTo, getSession());
    };
  }

  sendSignOut(id: string): void {
    this.#send({ kind: 'signed-out', id });
  }

  /** Takes the first session of `workspace`, or, if there is none, of any. Null takes any at once. */
  ask(workspace: string | null, take: (session: StoredSession) => void): void {
    const answerTo = crypto.randomUUID();
    const answers = this.#openAnswers(answerTo);
    let timer = setTimeout(stop, maxWaitMs);
    let firstAnswer: StoredSession | null = null;

    function stop() {
      clearTimeout(timer);
      answers.close();
    }
    function takeAnswer(session: StoredSession) {
      stop();
      take(session);
    }
    answers.onmessage = ({ data }: MessageEvent<unknown>) => {
      const session = decodeSession(data);
      if (session === null) return;
      if (workspace === null || session.workspace === workspace) return takeAnswer(session);
      if (firstAnswer !== null) return;
      firstAnswer = session;
      clearTimeout(timer);
      timer = setTimeout(() => takeAnswer(session), betterAnswerMs);
    };
    this.#stopAsking = stop;
    this.#send({ kind: 'ask', answerTo });
  }

  close(): void {
    this.#stopAsking();
    this.#channel.close();
  }

  #send(message: Message): void {
    this.#channel.postMessage(message);
  }

  #answer(answerTo: string, session: StoredSession | null): void {
    if (session === null) return;
    const answers = this.#openAnswers(answerTo);
    answers.postMessage(session);
    answers.close();
  }

  #openAnswers(answerTo: string): Channel {
    return openChannel(storageName('session', this.#serviceId, answerTo));
  }
}
