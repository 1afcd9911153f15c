import { describe, beforeEach, expect, test, vi } from 'vitest';
import { makeUser } from '../testing/fakes';
import { SessionKeeper } from './browser-session';

describe('session keeper', () => {
  beforeEach(() => localStorage.clear());

  function signedIn() {
    const keeper = new SessionKeeper();
    keeper.changed(makeUser());
    return keeper;
  }
  const reason = ({ session }: SessionKeeper) =>
    session.value.kind === 'signed-out' ? session.value.reason : session.value.kind;

  test('does not report a first visit as a sign-out', () => {
    const keeper = new SessionKeeper();
    keeper.changed(null);
    expect(reason(keeper)).toBeNull();
  });

  test('recognises that the owner signed out, in this tab or another', () => {
    const here = signedIn();
    const otherTab = signedIn();
    here.endsBecause('left');
    here.changed(null);
    otherTab.changed(null);
    expect(reason(here)).toBe('left');
    expect(reason(otherTab)).toBe('left');
  });

  test('reports a session that ended without a reason as expired', () => {
    const keeper = signedIn();
    keeper.changed(null);
    expect(reason(keeper)).toBe('user-token-expired');
  });

  // Holds dash-015.
  test('keeps the service’s reason', () => {
    const keeper = signedIn();
    keeper.endsBecause('user-disabled');
    keeper.changed(null);
    expect(reason(keeper)).toBe('user-disabled');
  });

  test.each(['user-disabled', 'user-token-expired'] as const)('tells %s again after a reload', (why) => {
    const keeper = signedIn();
    keeper.endsBecause(why);
    keeper.changed(null);
    const reloaded = new SessionKeeper();
    reloaded.changed(null);
    expect(reason(reloaded)).toBe(why);
  });

  test('tells a reload that the service has ended the session while no page was open', () => {
    signedIn();
    const reloaded = new SessionKeeper();
    reloaded.changed(null);
    expect(reason(reloaded)).toBe('user-token-expired');
  });

  test('tells a reload nothing after a sign-out by choice, a day later, or to a guest', () => {
    const left = signedIn();
    left.endsBecause('left');
    left.changed(null);
    const reload = () => {
      const reloaded = new SessionKeeper();
      reloaded.changed(null);
      return reason(reloaded);
    };
    expect(reload()).toBeNull();
    localStorage.clear();
    signedIn().changed(null);
    vi.useFakeTimers({ now: Date.now() + 25 * 60 * 60_000, toFake: ['Date'] });
    expect(reload()).toBeNull();
    vi.useRealTimers();
    new SessionKeeper().changed(makeUser({ isGuest: true }));
    expect(reload()).toBeNull();
  });

  test('forgets the old reason after a new sign-in', () => {
    const keeper = signedIn();
    keeper.endsBecause('user-disabled');
    keeper.changed(null);
    keeper.changed(makeUser());
    keeper.changed(null);
    expect(reason(keeper)).toBe('user-token-expired');
  });

  test('takes the service’s reason even after the SDK has ended the session', () => {
    const keeper = signedIn();
    keeper.changed(null);
    keeper.endedBecause('user-disabled');
    expect(reason(keeper)).toBe('user-disabled');
  });

  test('does not report a failed attempt as the end of a session that the owner ended', () => {
    const keeper = signedIn();
    keeper.endsBecause('left');
    keeper.changed(null);
    keeper.endedBecause('user-disabled');
    expect(reason(keeper)).toBe('left');
  });
});
