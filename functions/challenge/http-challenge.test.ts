import { describe, expect, it } from 'vitest';
import { challengeOf } from './http-challenge';

describe('http challenge', () => {
  const turnstile = { kind: 'turnstile', siteKey: 'site', secretKey: 'secret' } as const;

  describe('a challenge', () => {
    it('is sent to its service with the secret, the answer and the address', async () => {
      const asked: string[] = [];
      const challenge = challengeOf(turnstile, (url, body) => {
        asked.push(`${url} ${body.toString()}`);
        return Promise.resolve({ success: true, hostname: 'blog.example' });
      });
      expect(await challenge.verify('answer', '203.0.113.7')).toBe('person');
      expect(asked).toEqual([
        'https://challenges.cloudflare.com/turnstile/v0/siteverify secret=secret&response=answer&remoteip=203.0.113.7',
      ]);
    });

    it.each([
      [{ success: false }, 'not-a-person'],
      [{ success: 'true' }, 'not-a-person'],
      ['<html>', 'not-a-person'],
    ])('reads %j as %s', async (said, verdict) => {
      const challenge = challengeOf(turnstile, () => Promise.resolve(said));
      expect(await challenge.verify('answer', null)).toBe(verdict);
    });

    it('is unavailable when its service does not answer', async () => {
      const challenge = challengeOf(turnstile, () => Promise.reject(new Error('timeout')));
      expect(await challenge.verify('answer', null)).toBe('unavailable');
    });

    it('refuses everybody when none is configured', async () => {
      expect(await challengeOf({ kind: 'none' }).verify('human', null)).toBe('not-a-person');
      expect(await challengeOf({ kind: 'fake', siteKey: 'x' }).verify('human', null)).toBe('person');
    });
  });
});
