// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { openRecentWorkspaces } from '../../src/app/recentWorkspaces.ts';

const staging = { serviceUrl: '/api', serviceId: 'staging' };
const production = { serviceUrl: '/api', serviceId: 'production' };
const oldKey = 'workspace-console.workspaces."/api"';

beforeEach(() => localStorage.clear());

describe('openRecentWorkspaces', () => {
  it('keeps at most 20 workspaces per service, latest first, without duplicates', () => {
    const recent = openRecentWorkspaces(staging);
    for (let number = 0; number < 30; number += 1) recent.add(`w${number}`);
    recent.add('w15');
    const slugs = openRecentWorkspaces(staging).getState();
    expect(slugs).toEqual(recent.getState());
    expect(slugs).toHaveLength(20);
    expect(slugs.slice(0, 2)).toEqual(['w15', 'w29']);
    expect(new Set(slugs).size).toBe(20);
    expect(openRecentWorkspaces(production).getState()).toEqual([]);
    recent.remove('w15');
    expect(openRecentWorkspaces(staging).getState()).not.toContain('w15');
  });

  it('skips stored items that are not slugs', () => {
    const name = 'workspace-console.3.workspaces.staging';
    localStorage.setItem(name, '{"a":1}');
    expect(openRecentWorkspaces(staging).getState()).toEqual([]);
    localStorage.setItem(name, '["acme",7,"beta"]');
    expect(openRecentWorkspaces(staging).getState()).toEqual(['acme', 'beta']);
  });

  it('adopts the list of the second edition only for the first service with the same URL', () => {
    localStorage.setItem(oldKey, '["acme","beta"]');
    expect(openRecentWorkspaces({ ...production, serviceUrl: '/other' }).getState()).toEqual([]);
    openRecentWorkspaces({ ...staging, serviceUrl: '/other' }).add('gamma');
    expect(openRecentWorkspaces(staging).getState()).toEqual(['gamma', 'acme', 'beta']);
    expect(localStorage.getItem(oldKey)).toBeNull();
    // An open tab of the second edition can store its list again.
    localStorage.setItem(oldKey, '["delta"]');
    expect(openRecentWorkspaces(production).getState()).toEqual([]);
    expect(openRecentWorkspaces(staging).getState()).toEqual(['gamma', 'acme', 'beta', 'delta']);
  });
});
