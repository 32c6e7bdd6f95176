// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openChannel, storageName } from '../../src/ui/storage.ts';

describe('storageName', () => {
  it('differs for every kind, service and part', () => {
    const names = [
      storageName('session', 'a'),
      storageName('session', 'b'),
      storageName('list', 'a'),
      storageName('list', 'a', 'b'),
      storageName('list', 'a', 'b/c'),
    ];
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('openChannel', () => {
  it('stays silent when the browser refuses a channel', () => {
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        }
      },
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const channel = openChannel('any');
    channel.onmessage = () => expect.unreachable();
    channel.postMessage('hello');
    channel.close();
  });
});
