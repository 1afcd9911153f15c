import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { fakeDecision, fakeReport, fakeBlocks, fakeProfile, fakeStanding, noon } from '../testing/fakes';
import { afterEvent, appealTime, inState, outcomes, type ReportEvent, type ReportState } from './report';
import {
  auditDocument,
  standingDocument,
  yearCountsDocument,
  yearOf,
  type AuditEntry,
} from './report-document';
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
      const cover = { slot: 'cover-a', generation: '1' } as const;
      const page = { ...profile.look.page, cover, ground: { kind: 'picture', upload: cover } as const };
      const pictured = { ...profile, look: { ...profile.look, page } };
      const withhold = fakeStanding({ state: 'limited', scope: ['picture'] });
      expect(withoutLimited(pictured, withhold)).toEqual({ ...profile, picture: null });
      const bare = { picture: null, bio: '', links: {}, blocks: {} };
      expect(withoutLimited(bare, withhold)).toEqual(bare);
      expect(limited(['link:a', 'order'])).toEqual({ ...profile, links: { b: link } });
      const withBlocks = { ...profile, blocks: fakeBlocks };
      const { words: _, ...left } = fakeBlocks;
      expect(withoutLimited(withBlocks, fakeStanding({ state: 'limited', scope: ['block:words'] }))).toEqual({
        ...withBlocks,
        blocks: left,
      });
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

describe('report states', () => {
  const day = 24 * 60 * 60_000;
  const decided = (change: Parameters<typeof fakeDecision>[0] = {}): ReportState => ({
    name: 'decided',
    decision: fakeDecision(change),
  });
  const appealed: ReportState = { name: 'appealed', decision: fakeDecision(), appealedAt: noon };

  const order = ['received', 'looked-at', 'decided', 'appealed', 'closed'] as const;

  const times = fc.integer({ min: noon, max: noon + 2 * appealTime });
  const events: fc.Arbitrary<ReportEvent> = fc.oneof(
    times.map((at) => ({ kind: 'look' as const, by: 'grace', at })),
    fc
      .record({ at: times, outcome: fc.constantFrom(...outcomes) })
      .map((change) => ({ kind: 'decide' as const, decision: fakeDecision(change) })),
    times.map((at) => ({ kind: 'appeal' as const, at })),
    fc
      .record({ at: times, outcome: fc.constantFrom('upheld' as const, 'reversed' as const) })
      .map((given) => ({ kind: 'decide-appeal' as const, ...given })),
    times.map((at) => ({ kind: 'close' as const, at })),
  );

  describe('the states of a report', () => {
    it('only go forward, for any events in any order', () => {
      fc.assert(
        fc.property(fc.array(events, { maxLength: 12 }), (happened) => {
          let state: ReportState = { name: 'received' };
          for (const event of happened) {
            const next = afterEvent(state, event);
            if (!next.ok) continue;
            const isSecondDecision = state.name === 'decided' && next.value.name === 'decided';
            const steps = order.indexOf(next.value.name) - order.indexOf(state.name);
            expect(steps > 0 || isSecondDecision).toBe(true);
            // Later events keep the decision and the person who made it.
            const before = 'decision' in state && event.kind !== 'decide' ? state.decision : null;
            expect(next.value).toMatchObject(before === null ? {} : { decision: before });
            state = next.value;
          }
        }),
      );
    });

    it('allow neither closing nor an objection before a decision', () => {
      for (const kind of ['close', 'appeal'] as const)
        expect(afterEvent({ name: 'looked-at', by: 'grace', at: noon }, { kind, at: noon })).toEqual({
          ok: false,
          problem: 'wrong-state',
        });
    });

    it('allow a second decision only after the profile was hidden', () => {
      const second: ReportEvent = { kind: 'decide', decision: fakeDecision({ outcome: 'no-action' }) };
      expect(afterEvent(decided({ outcome: 'hidden' }), second)).toMatchObject({ ok: true });
      for (const outcome of ['no-action', 'limited', 'suspended'] as const)
        expect(afterEvent(decided({ outcome }), second)).toEqual({ ok: false, problem: 'wrong-state' });
      expect(afterEvent(appealed, second)).toEqual({ ok: false, problem: 'wrong-state' });
    });

    it('allow one objection within six months, and none after `no-action`', () => {
      const object = (state: ReportState, at: number) => afterEvent(state, { kind: 'appeal', at });
      expect(object(decided(), noon + 183 * day)).toMatchObject({ ok: true, value: { name: 'appealed' } });
      expect(object(decided(), noon + appealTime + 1)).toEqual({ ok: false, problem: 'too-late' });
      expect(object(decided({ outcome: 'no-action' }), noon)).toEqual({ ok: false, problem: 'nothing-done' });
      expect(object(appealed, noon)).toEqual({ ok: false, problem: 'wrong-state' });
    });

    it('close when the owner who objected has gone, and open again when the reporter was right', () => {
      const withdraw = { kind: 'withdraw-appeal', at: noon } as const;
      expect(afterEvent(appealed, withdraw)).toMatchObject({
        ok: true,
        value: { name: 'closed', appeal: null },
      });
      expect(afterEvent(decided(), withdraw)).toEqual({ ok: false, problem: 'wrong-state' });
      expect(afterEvent(decided(), { kind: 'reopen' })).toEqual({ ok: true, value: { name: 'received' } });
      expect(afterEvent({ name: 'received' }, { kind: 'reopen' })).toEqual({
        ok: false,
        problem: 'wrong-state',
      });
    });

    it('close when the time for objections is over', () => {
      const close = (at: number) => afterEvent(decided(), { kind: 'close', at });
      expect(close(noon + appealTime - 1)).toEqual({ ok: false, problem: 'too-early' });
      expect(close(noon + appealTime)).toMatchObject({ ok: true, value: { name: 'closed', appeal: null } });
    });

    it('keep a report while it is open, and a year after its decision', () => {
      const report = fakeReport();
      expect(inState(report, { name: 'looked-at', by: 'grace', at: noon }).expiresAt).toBeNull();
      expect(inState(report, appealed).expiresAt).toBeNull();
      expect(inState(report, decided()).expiresAt).toBe(noon + 365 * day);
    });
  });
});

describe('standing document', () => {
  const standing = fakeStanding({ state: 'limited', scope: ['picture', 'link:k1'], until: noon + 1 });

  const entry: AuditEntry = {
    v: 1,
    at: noon,
    who: 'root@host.example',
    role: 'admin',
    verb: 'limit',
    subject: 'ada-uid',
    outcome: 'done',
    before: null,
    after: standing,
    reason: 'The picture is not yours.',
    reportId: null,
  };

  it('a standing and an audit entry are equal after encoding and decoding, and store times as Dates', () => {
    expect(standingDocument.decode(standingDocument.encode(standing))).toEqual({ ok: true, value: standing });
    expect(standingDocument.encode(standing)).toMatchObject({
      since: new Date(noon),
      until: new Date(noon + 1),
    });
    for (const each of [entry, { ...entry, before: standing, after: null }])
      expect(auditDocument.decode(auditDocument.encode(each))).toEqual({ ok: true, value: each });
    expect(auditDocument.encode(entry)).toMatchObject({
      at: new Date(noon),
      after: { since: new Date(noon) },
    });
  });

  it('refuses a standing with an unknown part or state, so that no limited part is shown by mistake', () => {
    const stored = standingDocument.encode(standing);
    expect(standingDocument.decode({ ...stored, scope: ['avatar'] }).ok).toBe(false);
    expect(standingDocument.decode({ ...stored, state: 'banned' }).ok).toBe(false);
  });
});

describe('year counts document', () => {
  it('reads the counts of a year, also when some counters are missing', () => {
    expect(yearCountsDocument.decode({ v: 1, year: 2026 })).toEqual({
      ok: true,
      value: { v: 1, year: 2026, reports: {}, decisions: {}, appeals: 0, reversed: 0 },
    });
    expect(yearCountsDocument.decode({ v: 1, year: 2026, reports: { fraud: -1 } }).ok).toBe(false);
  });

  it('begins a year in UTC', () => {
    expect([Date.UTC(2026, 11, 31, 23, 59, 59), Date.UTC(2027, 0, 1)].map(yearOf)).toEqual([2026, 2027]);
  });
});
