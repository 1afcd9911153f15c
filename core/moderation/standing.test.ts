import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { fakeProfile, fakeStanding, noon } from '../testing/fakes';
import {
  isSamePerson,
  isStandingScope,
  longestHidden,
  mayPublishIn,
  possibleStates,
  restrictionOf,
  rightsIn,
  standingAfter,
  standingStates,
  withoutLimited,
  type Decider,
  type Standing,
  type StandingState,
  type StandingWish,
} from './standing';

describe('standing', () => {
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
});

describe('standing change', () => {
  const admin: Decider = { name: 'root@host.example', role: 'admin' };
  const moderator: Decider = { name: 'mo@host.example', role: 'moderator' };
  const reason = 'The picture is not yours.';

  const change = (before: Standing | undefined, wish: StandingWish, who: Decider, now = noon) =>
    standingAfter({ before, wish, who, reason, decisionId: null, now });

  const refusal = (before: Standing | undefined, wish: StandingWish, who: Decider) => {
    const changed = change(before, wish, who);
    return changed.ok ? 'allowed' : changed.problem;
  };

  const hide: StandingWish = { state: 'hidden', until: null };
  const limit: StandingWish = { state: 'limited', scope: ['bio', 'bio'], until: null };
  const suspend: StandingWish = { state: 'suspended', isOrder: false, until: null };
  const pause: StandingWish = { state: 'payments-paused', until: null };
  const restore: StandingWish = { state: 'good' };
  const close: StandingWish = { state: 'closed' };

  describe('a moderator', () => {
    it('may only hide, limit, and restore a restriction by a moderator', () => {
      const set = fakeStanding({ state: 'limited', byRole: 'moderator' });
      expect([hide, limit, suspend, pause, close].map((wish) => refusal(undefined, wish, moderator))).toEqual(
        ['allowed', 'allowed', 'not-allowed', 'not-allowed', 'not-allowed'],
      );
      expect(refusal(set, restore, moderator)).toBe('allowed');
    });

    it('may not change a restriction by an admin', () => {
      const set = fakeStanding({ state: 'payments-paused', byRole: 'admin' });
      expect([hide, limit, restore].map((wish) => refusal(set, wish, moderator))).toEqual(
        Array.from({ length: 3 }, () => 'set-by-admin'),
      );
    });

    it('may act again when an admin’s restriction has ended by itself', () => {
      const ended = fakeStanding({ state: 'limited', byRole: 'admin', until: noon });
      expect(refusal(ended, hide, moderator)).toBe('allowed');
    });
  });

  describe('a hidden profile', () => {
    it('is shown again after a week without a decision', () => {
      const hidden = change(undefined, hide, moderator);
      expect(hidden).toMatchObject({ ok: true, value: { since: noon, until: noon + longestHidden } });
      const standing = hidden.ok ? hidden.value : undefined;
      expect(restrictionOf(standing, noon + longestHidden - 1)?.state).toBe('hidden');
      expect(restrictionOf(standing, noon + longestHidden)).toBeNull();
    });

    it('keeps the start of the first hiding when it is hidden again', () => {
      const before = fakeStanding({
        state: 'hidden',
        since: noon - 1000,
        until: noon + 1000,
        byRole: 'moderator',
      });
      const again = change(before, hide, moderator);
      expect(again).toMatchObject({
        ok: true,
        value: { since: noon - 1000, until: noon - 1000 + longestHidden },
      });
      const longer: StandingWish = { state: 'hidden', until: noon + longestHidden };
      expect(refusal(before, longer, moderator)).toBe('too-long');
    });

    it('cannot be hidden for more than a week, even by an admin, and the end must be in the future', () => {
      const longer: StandingWish = { state: 'hidden', until: noon + longestHidden + 1 };
      expect(refusal(undefined, longer, admin)).toBe('too-long');
      expect(refusal(undefined, { state: 'hidden', until: noon }, admin)).toBe('over');
    });
  });

  describe('an admin', () => {
    it('can close only a suspended profile, and the closing is final', () => {
      const suspended = fakeStanding({ state: 'suspended' });
      expect(refusal(undefined, close, admin)).toBe('not-suspended');
      expect(change(suspended, close, admin)).toMatchObject({
        ok: true,
        value: { state: 'closed', until: null },
      });
      const closed = fakeStanding({ state: 'closed' });
      expect([restore, hide, suspend, close].map((wish) => refusal(closed, wish, admin))).toEqual(
        Array.from({ length: 4 }, () => 'final'),
      );
    });

    it('must name the parts to limit, and each part is stored once', () => {
      expect(change(undefined, limit, admin)).toMatchObject({ ok: true, value: { scope: ['bio'] } });
      expect(refusal(undefined, { ...limit, scope: [] }, admin)).toBe('nothing-to-limit');
    });

    it('can restore only a restricted profile', () => {
      expect(refusal(undefined, restore, admin)).toBe('unchanged');
      expect(refusal(fakeStanding({ state: 'suspended' }), restore, admin)).toBe('allowed');
    });

    it('can suspend on an order, and the standing records the order', () => {
      const ordered = change(undefined, { ...suspend, isOrder: true, until: noon + 1 }, admin);
      expect(ordered).toMatchObject({
        ok: true,
        value: {
          state: 'suspended',
          scope: ['order'],
          until: noon + 1,
          by: admin.name,
          byRole: 'admin',
          reason,
        },
      });
    });
  });

  it('no sequence of a moderator’s acts hides a profile for longer than a week at a time', () => {
    const wish = fc.constantFrom<StandingWish>(hide, limit, restore);
    const step = fc.tuple(wish, fc.integer({ min: 0, max: longestHidden }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let now = noon;
        let standing: Standing | undefined;
        const hidden: number[] = [];
        for (const [wanted, wait] of steps) {
          now += wait;
          const changed = change(standing, wanted, moderator, now);
          if (changed.ok) standing = changed.value;
          const { state, since = now, until = null } = restrictionOf(standing, now) ?? {};
          if (state === 'hidden') hidden.push((until ?? Infinity) - since);
        }
        expect(Math.max(0, ...hidden)).toBeLessThanOrEqual(longestHidden);
      }),
    );
  });

  describe('a restriction that was changed meanwhile', () => {
    const seen = (before: Standing | undefined, seenSince: number | null) => {
      const wish = { before, wish: limit, who: admin, reason, decisionId: null, seenSince, now: noon };
      return standingAfter(wish).ok;
    };
    const set = fakeStanding({ state: 'suspended', byRole: 'admin', since: noon - 1 });

    it('refuses an act of somebody who saw another one', () => {
      expect([seen(undefined, null), seen(undefined, noon), seen(set, null), seen(set, noon - 1)]).toEqual([
        true,
        false,
        false,
        true,
      ]);
    });
  });

  describe('the possible states', () => {
    it('are those that a change allows', () => {
      expect(possibleStates(null, moderator, noon)).toEqual(['limited', 'hidden']);
      const suspended = fakeStanding({ state: 'suspended', byRole: 'admin' });
      expect(possibleStates(suspended, moderator, noon)).toEqual([]);
      expect(possibleStates(suspended, admin, noon)).toEqual([
        'good',
        'limited',
        'payments-paused',
        'hidden',
        'suspended',
        'closed',
      ]);
    });
  });

  it('two people are the same by their account, and by their name only where one has no account', () => {
    const mo = { uid: 'uid-mo', name: 'mo@host.example' };
    expect(isSamePerson(mo, { uid: 'uid-mo', name: 'mo@new.example' })).toBe(true);
    expect(isSamePerson(mo, { uid: 'uid-ma', name: mo.name })).toBe(false);
    expect(isSamePerson(mo, { name: mo.name })).toBe(true);
    expect(isSamePerson({ name: 'ma@host.example' }, { name: mo.name })).toBe(false);
  });

  it('a change keeps the account of who made it, where there is one', () => {
    const at = { before: undefined, wish: hide, reason, decisionId: null, now: noon };
    const mo = standingAfter({ ...at, who: { ...moderator, uid: 'uid-mo' } });
    expect(mo.ok && mo.value?.byUid).toBe('uid-mo');
    const nobody = standingAfter({ ...at, who: moderator });
    expect(nobody.ok && nobody.value && 'byUid' in nobody.value).toBe(false);
  });
});
