import { describe, expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import { fakeLeaving } from '../testing/leave-rows';
import {
  currentSessions,
  decodeSeenTerms,
  decodeSessions,
  decodeVerifyToken,
  deletionLifetime,
  encodeSeenTerms,
  encodeSessions,
  encodeVerifyToken,
  isLeaving,
  leavingAt,
  mostSessions,
  sessionLifetime,
  type OwnerSession,
} from './account-document';
import { paths } from '../documents/documents';

describe('leaving document', () => {
  it('a deletion is running until it is done or has stopped', () => {
    const state = { step: 'data', done: 0, total: null } as const;
    expect(isLeaving(undefined)).toBe(false);
    expect(isLeaving(fakeLeaving({ state: { name: 'running', ...state } }))).toBe(true);
    expect(isLeaving(fakeLeaving({ state: { name: 'retrying', ...state } }))).toBe(true);
    for (const name of ['stopped', 'done'] as const)
      expect(isLeaving(fakeLeaving({ state: { name } }))).toBe(false);
  });

  it('the record of a deletion is kept for a month after its end', () => {
    for (const name of ['stopped', 'done'] as const)
      expect(leavingAt(fakeLeaving(), { name }, noon + 5)).toMatchObject({
        changedAt: noon + 5,
        expiresAt: noon + 5 + deletionLifetime,
      });
    const running = { name: 'running', step: 'data', done: 0, total: null } as const;
    expect(leavingAt(fakeLeaving(), running, noon + 5).expiresAt).toBeNull();
  });
});

describe('sessions document', () => {
  const session = (change: Partial<OwnerSession> = {}): OwnerSession => ({
    id: '0f9b1c2d-3e4f-4a5b-8c6d-000000000001',
    browser: 'chrome',
    system: 'android',
    signedInAt: noon - 1000,
    lastSeenAt: noon,
    ...change,
  });
  const idsOf = (sessions: readonly OwnerSession[]) => sessions.map(({ id }) => id);

  it('sessions are read as they were stored, and damaged ones are refused', () => {
    const sessions = { v: 1, sessions: [session()] } as const;
    expect(decodeSessions(encodeSessions(sessions))).toEqual({ ok: true, value: sessions });
    expect(decodeSessions({ v: 1, sessions: [{ ...session(), browser: 'curl/8' }] }).ok).toBe(false);
  });

  it('two devices that signed in in the same second are two', () => {
    const two = [session({ id: 'a' }), session({ id: 'b' })];
    expect(currentSessions(two, { now: noon, validSince: null })).toEqual(two);
  });

  it('sign-ins from before they were all ended are left out, and one of that very moment stays', () => {
    const three = [noon - 1, noon, noon + 1].map((signedInAt) =>
      session({ id: `${signedInAt}`, signedInAt }),
    );
    const kept = currentSessions(three, { now: noon, validSince: noon });
    expect(idsOf(kept)).toEqual([`${noon}`, `${noon + 1}`]);
  });

  it('devices that were not seen for 60 days are left out', () => {
    const two = [session({ id: 'old', lastSeenAt: noon - sessionLifetime }), session({ id: 'new' })];
    expect(idsOf(currentSessions(two, { now: noon, validSince: null }))).toEqual(['new']);
  });

  it('the 20 that were seen last stay, last seen first', () => {
    const many = Array.from({ length: mostSessions + 1 }, (_, i) =>
      session({ id: `${i}`, lastSeenAt: noon + i }),
    );
    const kept = idsOf(currentSessions(many, { now: noon, validSince: null }));
    expect([kept.length, kept[0], kept.includes('0')]).toEqual([mostSessions, '20', false]);
  });
});

describe('seen terms document', () => {
  it('the terms that an owner has seen are among the documents that only the server writes', () => {
    expect(paths.seenTerms('uid-ada')).toBe('accounts/uid-ada/server/terms');
    const seen = { v: 1, version: '2026-11-23', at: noon } as const;
    expect(decodeSeenTerms(encodeSeenTerms(seen))).toEqual({ ok: true, value: seen });
  });
});

describe('verify token document', () => {
  it('a token is equal after encoding and decoding, and a token of another version is refused', () => {
    const token = { v: 1, expiresAt: noon } as const;
    expect(encodeVerifyToken(token)['expiresAt']).toEqual(new Date(noon));
    expect(decodeVerifyToken(encodeVerifyToken(token))).toEqual({ ok: true, value: token });
    expect(decodeVerifyToken({ ...token, v: 2 }).ok).toBe(false);
  });
});
