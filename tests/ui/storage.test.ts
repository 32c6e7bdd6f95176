// @vitest-environment jsdom
import * as v from 'valibot';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openPersisted } from '../../src/ui/storage.ts';

const schema = v.fallback(v.array(v.string()), []);
const open = () => openPersisted<readonly string[]>('list', schema);
const add = (item: string) => (items: readonly string[]) => [...items, item];

beforeEach(() => localStorage.clear());

describe('openPersisted', () => {
  it('stores the plain value and reads it again', () => {
    open().update(add('a'));
    expect(localStorage.getItem('list')).toBe('["a"]');
    expect(open().getState()).toEqual(['a']);
  });

  it.each(['', 'null', '{', '{"a":1}', '[1]'])('uses the fallback if %j is stored', (text) => {
    localStorage.setItem('list', text);
    expect(open().getState()).toEqual([]);
  });

  it('follows a change in another tab, and the clearing of the storage', () => {
    const list = open();
    localStorage.setItem('list', '["a"]');
    window.dispatchEvent(new StorageEvent('storage', { key: 'other' }));
    expect(list.getState()).toEqual([]);
    window.dispatchEvent(new StorageEvent('storage', { key: 'list' }));
    expect(list.getState()).toEqual(['a']);
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(list.getState()).toEqual([]);
  });

  it('keeps a change that another tab has just stored', () => {
    const list = open();
    localStorage.setItem('list', '["theirs"]');
    list.update(add('mine'));
    expect(localStorage.getItem('list')).toBe('["theirs","mine"]');
  });

  it('keeps the value in memory if the browser refuses to store it', () => {
    const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('refused');
    });
    onTestFinished(() => setItem.mockRestore());
    const list = open();
    list.update(add('a'));
    list.update(add('b'));
    expect(list.getState()).toEqual(['a', 'b']);
    expect(localStorage.length).toBe(0);
  });
});
