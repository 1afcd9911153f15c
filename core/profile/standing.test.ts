import { describe, expect, it, test } from 'vitest';
import { fakeProfile, fakeStanding, noon } from '../testing/fakes';
import {
  isStandingScope,
  mayPublishIn,
  restrictionOf,
  rightsIn,
  standingStates,
  withoutLimited,
  type StandingState,
} from './standing';

describe('the restriction of a profile', () => {
  it('is null without a standing, in good standing, and after its end', () => {
    const ended = fakeStanding({ state: 'hidden', until: noon });
    const all = [undefined, fakeStanding({ state: 'good' }), ended];
    expect(all.map((standing) => restrictionOf(standing, noon))).toEqual([null, null, null]);
  });

  it('lasts until its end, or until somebody changes it', () => {
    const hidden = fakeStanding({ state: 'hidden', until: noon });
    const suspended = fakeStanding({ state: 'suspended', until: null });
    expect(restrictionOf(hidden, noon - 1)).toBe(hidden);
    expect(restrictionOf(suspended, noon * 2)).toBe(suspended);
  });
});

test('each state allows or forbids visitors, tips, publishing and connecting as documented', () => {
  const allowed = (state: StandingState) => {
    const { shown, takesTips, publishes, connects } = rightsIn(fakeStanding({ state }));
    return [shown, takesTips, publishes, connects].map(Number).join('');
  };
  expect(Object.fromEntries(standingStates.map((state) => [state, allowed(state)]))).toEqual({
    good: '1111',
    limited: '1111',
    'payments-paused': '1011',
    hidden: '0001',
    suspended: '0000',
    closed: '0000',
  });
  expect(standingStates.filter(mayPublishIn)).toEqual(['good', 'limited', 'payments-paused']);
  expect(rightsIn(null)).toEqual(rightsIn(fakeStanding({ state: 'good' })));
});

describe('a limited profile', () => {
  const link = { url: 'https://ada.example/', label: 'Site', order: 1, on: true };
  const profile = fakeProfile({ bio: 'Notes', links: { a: link, b: link } });

  it('lacks only the named parts', () => {
    const limited = (scope: readonly ('picture' | 'bio' | 'link:a' | 'order')[]) =>
      withoutLimited(profile, fakeStanding({ state: 'limited', scope }));
    expect(limited(['bio'])).toEqual({ ...profile, bio: '' });
    expect(limited(['picture'])).toEqual({ ...profile, picture: null });
    expect(limited(['link:a', 'order'])).toEqual({ ...profile, links: { b: link } });
  });

  it('lacks nothing in every other state', () => {
    expect(withoutLimited(profile, null)).toBe(profile);
    const paused = fakeStanding({ state: 'payments-paused', scope: ['bio'] });
    expect(withoutLimited(profile, paused)).toBe(profile);
  });
});

it('a scope names the picture, the bio, a link or an order', () => {
  const named = ['picture', 'bio', 'link:k3', 'order', 'link:', 'name', 'link:a b', ''];
  expect(named.filter(isStandingScope)).toEqual(['picture', 'bio', 'link:k3', 'order']);
});
