// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { decodeSession, signedOutSessions, storedSession } from '../../src/session/storedSession.ts';
import { keptSession, prepareTab, sessionName } from './testSession.ts';

prepareTab();

it('decodeSession keeps the known fields, and refuses a session without a valid token', () => {
  expect(decodeSession({ ...keptSession, other: 1 })).toEqual(keptSession);
  expect(decodeSession({ ...keptSession, token: 'a\nb' })).toBeNull();
  expect(decodeSession({ ...keptSession, id: undefined })).toBeNull();
});

it.each(['', '{"workspace":"acme",', 'null'])('the text %j in sessionStorage is no session', (text) => {
  sessionStorage.setItem(sessionName, text);
  expect(storedSession.read('sandbox')).toBeNull();
});

it('a stored session belongs to one service', () => {
  storedSession.write('sandbox', keptSession);
  expect([storedSession.read('sandbox'), storedSession.read('production')]).toEqual([keptSession, null]);
});

it("the marker keeps the last 50 ended sessions, and survives a text that it can't read", () => {
  localStorage.setItem('workspace-console.4.signed-out.sandbox', '{');
  for (let number = 1; number <= 51; number += 1) signedOutSessions.add('sandbox', `id-${number}`);
  const isEnded = (number: number) => signedOutSessions.includes('sandbox', `id-${number}`);
  expect([1, 2, 51].map(isEnded)).toEqual([false, true, true]);
});
