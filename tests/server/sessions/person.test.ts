import { expect, it } from 'vitest';
import { readPerson } from '../../../src/server/sessions/sessions.ts';

const read = (...values: string[]) => readPerson({ headersDistinct: { 'x-user': values } }, 'x-user');
const utf8 = (text: string) => Buffer.from(text).toString('latin1');
it.each([
  ['jo@example.com', 'jo@example.com'],
  [utf8(' zoë@example.com '), 'zoë@example.com'],
  [utf8('小林'), '小林'],
  ['Anonymous Bosch', 'Anonymous Bosch'],
  ['guest@example.com', 'guest@example.com'],
  ['N/A Nguyen', 'N/A Nguyen'],
  ['CORP\\jo', 'CORP\\jo'],
  ['user', 'user'],
])('the header %j names %s', (value, person) => expect(read(value)).toBe(person));

it('two names whose bytes are no UTF-8 stay two people', () => {
  expect([read('J\xfcrgen'), read('J\xf6rgen')]).toEqual(['Jürgen', 'Jörgen']);
});

const placeholders =
  '|(null)|-|NULL|<nil>|None|[unknown]|"undefined"|undefined@undefined|null null|null@null|N/A|(n/a)|n/a n.a.|guest|Nobody|--|anonymousUser|%{REMOTE_USER}e|{user}|$remote_user|<no value>|{{ .Email }}|a\tb|CORP\\(null)|NT AUTHORITY\\ANONYMOUS LOGON|system:anonymous|accounts.example.com:|Guest User|anonymous_user|??@example.com|boss@example.com, jo@example.com';
it.each([
  [],
  ['jo@example.com', 'boss@example.com'],
  [utf8('\ufffd jo')],
  ['z'.repeat(201)],
  ...placeholders.split('|').map((text) => [text]),
])('%j names nobody', (...values) => expect(() => read(...values)).toThrow(/name you in the header x-user/));
