import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultTimeLimits, maxHeaderBytes } from '../../src/server/settings.ts';

const readme = readFileSync('src/server/README.md', 'utf8');

describe('src/server/README.md', () => {
  it('has an nginx example that forwards each request unchanged and only once', () => {
    const example = /```nginx\n(.*?)```/s.exec(readme)?.[1] ?? '';
    const settingOf = (name: string) => new RegExp(`^ *${name} (.*);$`, 'm').exec(example)?.[1] ?? '';
    expect(settingOf('proxy_next_upstream')).toBe('off');
    // nginx decodes the request path if this URL has a path.
    expect(settingOf('proxy_pass')).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(settingOf('large_client_header_buffers')).toBe(`4 ${maxHeaderBytes / 1024}k`);
    expect(Number.parseInt(settingOf('proxy_read_timeout'), 10) * 1000).toBeGreaterThan(
      defaultTimeLimits.deleteMs,
    );
    expect(readme).toContain(`for ${defaultTimeLimits.keepAliveMs / 60_000} minutes`);
  });

  it('explains each field of an audit line', () => {
    const line: object = JSON.parse(/```json\n(.*)\n```/.exec(readme)?.[1] ?? '');
    expect(Object.keys(line).filter((field) => !readme.includes(`\`${field}\``))).toEqual([]);
  });
});
