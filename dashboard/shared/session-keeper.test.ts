import { beforeEach, expect, test } from 'vitest';
import { makeUser } from '../testing/fakes';
import { SessionKeeper } from './session-keeper';

beforeEach(() => localStorage.clear());

function signedIn() {
  const keeper = new SessionKeeper();
  keeper.changed(makeUser());
  return keeper;
}
const reason = ({ session }: SessionKeeper) =>
  session.value.kind === 'signed-out' ? session.value.reason : session.value.kind;

test('a first visit is no sign-out', () => {
  const keeper = new SessionKeeper();
  keeper.changed(null);
  expect(reason(keeper)).toBeNull();
});

test('knows that the owner asked to leave, here or in another tab', () => {
  const here = signedIn();
  const otherTab = signedIn();
  here.endsBecause('left');
  here.changed(null);
  otherTab.changed(null);
  expect(reason(here)).toBe('left');
  expect(reason(otherTab)).toBe('left');
});

test('calls a session that simply ended an expired one', () => {
  const keeper = signedIn();
  keeper.changed(null);
  expect(reason(keeper)).toBe('user-token-expired');
});

// Holds dash-015.
test('keeps the reason that the service gave', () => {
  const keeper = signedIn();
  keeper.endsBecause('user-disabled');
  keeper.changed(null);
  expect(reason(keeper)).toBe('user-disabled');
});

test('forgets an old reason when somebody signs in again', () => {
  const keeper = signedIn();
  keeper.endsBecause('user-disabled');
  keeper.changed(null);
  keeper.changed(makeUser());
  keeper.changed(null);
  expect(reason(keeper)).toBe('user-token-expired');
});

test('learns the true reason after the SDK has already ended the session', () => {
  const keeper = signedIn();
  keeper.changed(null);
  keeper.endedBecause('user-disabled');
  expect(reason(keeper)).toBe('user-disabled');
});

test('does not take a refused try for the end of a session that the owner ended', () => {
  const keeper = signedIn();
  keeper.endsBecause('left');
  keeper.changed(null);
  keeper.endedBecause('user-disabled');
  expect(reason(keeper)).toBe('left');
});
