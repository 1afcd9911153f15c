import { describe, expect, it } from 'vitest';
import { hostShareBps, shareOnlyAtHome } from './host-share';

// Holds pay-421.
describe('the host’s share', () => {
  it.each(shareOnlyAtHome)('of an account in %s is taken by a host of that country alone', (country) => {
    expect(hostShareBps(500, country, 'US')).toBe(0);
    expect(hostShareBps(500, country, null)).toBe(0);
    expect(hostShareBps(500, country, country)).toBe(500);
  });

  it.each(['US', 'DE', 'JP', null])('of an account in %s is as the host has set it', (country) => {
    for (const host of ['US', 'DE', null]) expect(hostShareBps(500, country, host)).toBe(500);
  });
});
