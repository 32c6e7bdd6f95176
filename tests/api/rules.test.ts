import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isToken } from '../../src/api/connection.ts';
import { decodeInstance } from '../../src/api/instanceRecord.ts';
import { errorOfResponse, parseResponse, retryAfterMs, serviceMessage } from '../../src/api/response.ts';
import { serviceUrlOf } from '../../src/api/servicePath.ts';
import { decodeSubscriptionRecord } from '../../src/api/subscriptionHistory.ts';
import { serviceAnswer } from '../support/matrixAnswer.ts';

const day = 86_400_000;

describe('retryAfterMs', () => {
  it('is null without a header, and otherwise always a wait of 0 to 24 h', () => {
    expect([retryAfterMs(null, 0), retryAfterMs('', 0), retryAfterMs('  ', 0)]).toEqual([null, null, null]);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.date().map(String)), (header) => {
        const wait = retryAfterMs(header, Date.now());
        if (header.trim() === '') expect(wait).toBeNull();
        else expect(wait !== null && wait >= 0 && wait <= day).toBe(true);
      }),
    );
  });

  it('reads every whole second up to a day, and every HTTP date up to a day ahead', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 86_400 }), fc.integer({ min: 0, max: 4e9 }), (seconds, start) => {
        const now = start * 1000;
        expect(retryAfterMs(` ${seconds} `, now)).toBe(seconds * 1000);
        expect(retryAfterMs(new Date(now + seconds * 1000).toUTCString(), now)).toBe(seconds * 1000);
      }),
    );
    expect(retryAfterMs('0', 0)).toBe(0);
    expect(retryAfterMs('86400', 0)).toBe(day);
    expect(retryAfterMs('86401', 0)).toBe(30_000);
    expect(retryAfterMs('9'.repeat(400), 0)).toBe(30_000);
    expect(retryAfterMs('1970-01-01T00:00:07Z', 0)).toBe(30_000);
    expect(retryAfterMs('Thu, 01 Jan 1970 00:00:07 GMT', 7000)).toBe(30_000);
  });
});

describe('serviceMessage', () => {
  it.each([
    ['{"message":"a","errors":["b"],"error":"c"}', 'a'],
    ['{"errors":["b"],"error":"c"}', 'b'],
    ['{"errors":{"message":"b"}}', 'b'],
    ['{"errors":[],"error":"c"}', 'c'],
    ['{"errors":[null],"error":"c"}', 'c'],
    ['{"error":{"message":"c"}}', null],
    ['{"message":"  \\n "}', null],
    ['"message"', null],
    ['["message"]', null],
    ['null', null],
    ['', null],
    ['{"message":"a"', null],
    ['{"__proto__":{"message":"a"}}', null],
  ])('of %s is %j', (text, said) => {
    expect(serviceMessage(text)).toBe(said);
  });

  it('is one well-formed line of at most 500 characters without controls or bidi marks, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1200, size: 'max' }), (message) => {
        const said = serviceMessage(JSON.stringify({ message }));
        if (said === null) return;
        expect(said.length).toBeLessThanOrEqual(500);
        expect(said.isWellFormed()).toBe(true);
        expect(said).not.toMatch(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      }),
      { endOnFailure: true },
    );
  });

  it('repairs half characters', () => {
    expect(serviceMessage('{"message":"a\\ud800b"}')).toBe('a\ufffdb');
  });

  it('keeps 500 characters, and cuts no character in two', () => {
    expect(serviceMessage(JSON.stringify({ message: 'm'.repeat(500) }))).toBe('m'.repeat(500));
    expect(serviceMessage(JSON.stringify({ message: `${'m'.repeat(498)}💾💾` }))).toBe(`${'m'.repeat(498)}…`);
  });
});

describe('isToken', () => {
  it('takes 1 to 8192 visible ASCII characters and nothing else', () => {
    expect([isToken('a'), isToken('!~'), isToken('x'.repeat(8192))]).toEqual([true, true, true]);
    expect(isToken('x'.repeat(8193))).toBe(false);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
        expect(isToken(text)).toBe(codes.length > 0 && codes.every((code) => code > 0x20 && code < 0x7f));
      }),
    );
  });
});

describe('serviceUrlOf', () => {
  it.each(['ftp://h', 'http://h/?a=1', 'http://h/#a', 'http://u:p@h', 'http://', 'data:,'])(
    'refuses the base %s',
    (base) => {
      const message = 'The configured service URL isn’t a plain http(s) URL. No request was sent.';
      expect(() => serviceUrlOf(base, '/a')).toThrow(expect.objectContaining({ kind: 'bad-path', message }));
    },
  );

  it.each([
    ['https://h', 'https://h/a/b', false],
    ['https://h/', 'https://h/a/b', false],
    ['https://h:8443/base//', 'https://h:8443/base/a/b', false],
    ['/api', 'http://localhost/api/a/b', true],
    ['http://localhost/x', 'http://localhost/x/a/b', true],
  ])('joins %s', (base, url, sameOrigin) => {
    expect(serviceUrlOf(base, '/a/b')).toEqual({ url, sameOrigin });
  });

  it.each([
    '/a/../b',
    '/a/%2e%2e/b',
    '/a?b',
    '/a?',
    '/a#b',
    '/a b',
    '@evil.example/',
    ':99999/',
    'a',
    '/\\evil',
  ])('refuses the path %s', (path) => {
    const message = 'This name can’t be used in a URL, so no request was sent.';
    expect(() => serviceUrlOf('http://h', path)).toThrow(
      expect.objectContaining({ kind: 'bad-path', message }),
    );
  });
});

describe('decoders', () => {
  it('take any object, keep it raw, and give only texts, flags and nulls', () => {
    fc.assert(
      fc.property(fc.anything(), (raw) => {
        const isObject = typeof raw === 'object' && raw !== null && !Array.isArray(raw);
        const instance = decodeInstance(raw);
        expect(instance !== null).toBe(isObject);
        expect(decodeSubscriptionRecord(raw) !== null).toBe(isObject);
        if (instance === null) return;
        expect(instance.raw).toBe(raw);
        expect(['string', 'object']).toContain(typeof instance.id);
      }),
    );
  });

  it('read the documented record and the known variant alike', () => {
    const rest = {
      apiHost: 'a',
      dbHost: 'd',
      sharded: true,
      workspace: { slug: 'acme' },
      created: '2026-01-01',
    };
    const documented = decodeInstance({ id: 'i', name: 'n', status: 'READY', ...rest });
    const variant = decodeInstance({
      instanceId: 'i',
      instanceName: 'n',
      status: 'READY',
      database: { id: 'db', status: 'BUILT', ...rest },
    });
    expect({ ...variant, raw: null }).toEqual({ ...documented, raw: null });
    expect(documented).toMatchObject({
      id: 'i',
      name: 'n',
      status: 'READY',
      sharded: true,
      workspace: { slug: 'acme' },
    });
  });

  it('take nothing from a database that a documented record happens to hold', () => {
    const decoded = decodeInstance({ id: 'i', database: { name: 'n', status: 'BUILT' } });
    expect(decoded).toMatchObject({ id: 'i', name: null, status: null });
  });

  it('do not lose an id to an empty field of the variant', () => {
    expect(decodeInstance({ id: 'i', name: 'n', instanceId: null })).toMatchObject({ id: 'i', name: 'n' });
  });
});

describe('parseResponse', () => {
  it.each(['application/json', 'text/json', 'application/problem+json'])('takes %s', (mediaType) => {
    expect(parseResponse(serviceAnswer({ mediaType, text: '[1]' }))).toEqual([1]);
  });

  it.each([
    [{ mediaType: 'text/plain' }, 'unreadable', false],
    [{ mediaType: 'application/jsonp' }, 'unreadable', false],
    [{ mediaType: 'text/html' }, 'not-the-service', false],
    [{ text: '[1' }, 'unreadable', false],
    [{ bodyProblem: 'cut' }, 'unreachable', true],
    [{ bodyProblem: 'timeout' }, 'timeout', true],
    [{ bodyProblem: 'too-large' }, 'too-large', false],
  ] as const)('refuses %j as %s', (wrong, kind, transient) => {
    const parse = () => parseResponse(serviceAnswer({ text: '[1]', requestId: 'r', ...wrong }));
    expect(parse).toThrow(expect.objectContaining({ kind, transient, status: 200, requestId: 'r' }));
  });

  it('says what an answer was too large for', () => {
    const parse = () => parseResponse(serviceAnswer({ bodyProblem: 'too-large' }));
    expect(parse).toThrow('The response (HTTP 200) is too large to read.');
  });
});

describe('errorOfResponse', () => {
  const transient = [408, 409, 423, 429, ...Array.from({ length: 100 }, (_, n) => 500 + n)];
  it('says of every HTTP status whether asking again may help', () => {
    for (let status = 100; status < 600; status++) {
      const error = errorOfResponse(
        serviceAnswer({ status, text: '{"message":"m"}', requestId: 'r', retryAfterMs: 4 }),
      );
      expect(error).toMatchObject({ status, serviceMessage: 'm', requestId: 'r', retryAfterMs: 4 });
      expect(error.transient).toBe(transient.includes(status));
      expect(error.message).not.toBe('');
    }
  });
});
