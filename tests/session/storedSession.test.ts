// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { decodeSession, endedSessions, storedSession } from '../../src/session/storedSession.ts';
import { keptSession, prepareTab, sessionName } from './testSession.ts';

prepareTab();

describe('decodeSession', () => {
  it('keeps the four known fields', () => {
    expect(decodeSession({ ...keptSession, other: 1 })).toEqual(keptSession);
  });

  it.each([
    ['has no workspace', { ...keptSession, workspace: null }],
    ['has no ID', { ...keptSession, id: undefined }],
    ['has a token with a line break', { ...keptSession, token: 'a\nb' }],
    ['has no number as time of activity', { ...keptSession, activeAt: '7' }],
    ['is null', null],
    ['is a string', 'session'],
  ])('is null if the value %s', (_, value) => {
    expect(decodeSession(value)).toBeNull();
  });
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
  for (let number = 1; number <= 51; number += 1) endedSessions.add('sandbox', `id-${number}`);
  const isEnded = (number: number) => endedSessions.includes('sandbox', `id-${number}`);
  expect([1, 2, 51].map(isEnded)).toEqual([false, true, true]);
});
