import { setTimeout as sleep } from 'node:timers/promises';
import type { EpochMs } from '../../rules/time.ts';
import type { AccessProof } from '../service/proveAccess.ts';
import type { BufferedResponse } from '../service/responses.ts';
import type { Session, SessionStore, SessionToken } from './sessionStore.ts';

/** What a request may do, after all checks. */
export type Access = {
  /** Public ID of the session. */
  sessionId: string;
  workspace: string;
  actor: string;
  /** Of this workspace. */
  token: string;
};

export type ProveAccess = (workspace: string, token: string, requestId: string) => Promise<AccessProof>;

/** Ages (ms) of a proof: after the first it is renewed, and after the second it is worth nothing. */
const renewalAgeMs = 15 * 60 * 1000;
const maxProofAgeMs = 24 * 60 * 60 * 1000;
/** If the service needs longer (ms), an older proof is enough for now. */
const patienceMs = 5_000;
/** After a failure, the service isn't asked again for so long (ms). */
const pauseMs = 30_000;

/**
 * Asks the service again if a token still has the right to its workspace, because the deletion log is ours, and the service
 * doesn't guard it. Resolves with the response that takes the right away, or null.
 */
export function createRenewal(store: SessionStore, proveAccess: ProveAccess, now: () => EpochMs) {
  /** One request for all that wait for the same answer. */
  const running = new Map<string, Promise<AccessProof>>();
  const paused = new Set<string>();

  async function renew(session: Session, { workspace, token }: SessionToken, requestId: string, key: string) {
    const proof = await proveAccess(workspace, token, requestId);
    if (proof.kind === 'proven') await store.storeProof(session.secret, workspace);
    if (proof.kind === 'refused') await store.removeToken({ sessionId: session.id, workspace });
    if (proof.kind === 'failed') {
      paused.add(key);
      setTimeout(() => paused.delete(key), pauseMs).unref();
    }
    return proof;
  }

  return async function findLoss(
    session: Session,
    token: SessionToken,
    requestId: string,
  ): Promise<BufferedResponse | null> {
    const ageMs = now() - token.provenAt;
    const key = JSON.stringify([session.secret, token.workspace]);
    const isEnough = ageMs <= maxProofAgeMs;
    if (ageMs < renewalAgeMs || (isEnough && paused.has(key))) return null;
    const renewal =
      running.get(key) ?? renew(session, token, requestId, key).finally(() => running.delete(key));
    running.set(key, renewal);
    if (!isEnough) {
      const proof = await renewal;
      return proof.kind === 'proven' ? null : proof.response;
    }
    const proof = await Promise.race([renewal, sleep(patienceMs, null, { ref: false })]);
    return proof?.kind === 'refused' ? proof.response : null;
  };
}
