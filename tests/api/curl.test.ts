import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curlOf } from '../../src/api/curl.ts';

describe('curlOf', () => {
  it('returns a command for a read', () => {
    expect(curlOf('https://service.example/v1/', '/workspaces/acme/regions')).toBe(
      `curl --globoff --path-as-is --request 'GET' --header "Authorization: Bearer $ACCESS_TOKEN" --url 'https://service.example/v1/workspaces/acme/regions'`,
    );
  });

  it('passes any URL through a shell unchanged', () => {
    const path = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...'\'"\\$`!*?[]{}()<>|&;#~ \n\t-%é'),
        fc.string({ minLength: 1, maxLength: 1 }),
      ),
    });
    fc.assert(
      fc.property(path, (tail) => {
        expect(argumentsOf(curlOf('https://s.example', `/${tail}`))).toEqual([
          '--globoff',
          '--path-as-is',
          '--request',
          'GET',
          '--header',
          'Authorization: Bearer t$(id) "x"',
          '--url',
          `https://s.example/${tail}`,
        ]);
      }),
      { numRuns: 300 },
    );
  });
});

/** Returns the arguments that the shell passes to curl. A shell function replaces curl and prints them. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const env = { PATH: process.env.PATH, ACCESS_TOKEN: 't$(id) "x"' };
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1);
}
