import { describe, expect, it } from 'vitest';
import { adasScenario, refusedFields } from '../testing/ada';
import { challengeOf } from './http-challenge';

const keys = { siteKey: 'site-key', secretKey: 'secret-key' };

describe('GET /challenge', () => {
  it('can be framed by every site, and contacts only the providers', async () => {
    const scenario = await adasScenario();
    const { status, headers, text } = await scenario.call('GET', '/challenge?lang=ar&theme=dark');
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(text).toContain('dir="rtl"');
    expect(text).toContain('data-theme="dark"');
    expect(text).toContain('I am a person');
    const [, script = ''] = /<script defer="" src="([^"]+)"/.exec(text) ?? [];
    expect((await scenario.call('GET', script)).headers.get('content-type')).toContain('text/javascript');
  });

  it.each(['turnstile', 'hcaptcha', 'recaptcha'] as const)(
    'has the site key of %s, never the secret',
    async (kind) => {
      const scenario = await adasScenario({ challenge: { kind, ...keys } });
      const { text, headers } = await scenario.call('GET', '/challenge?lang=de');
      expect(text).toContain(`data-challenge="${kind}"`);
      expect(text).toContain('data-site-key="site-key"');
      expect(text).not.toContain('secret-key');
      expect(text).not.toContain('I am a person');
      const address = /data-address="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const { origin, searchParams } = new URL(address);
      expect(searchParams.get('render')).toBe('explicit');
      const scripts =
        /script-src ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1]?.split(' ') ?? [];
      const wildcard = origin.replace(/\/\/[^.]+/, '//*');
      expect(scripts.some((source) => source.startsWith(origin) || source === wildcard)).toBe(true);
    },
  );

  it('is 404 where no challenge is configured', async () => {
    const scenario = await adasScenario({ challenge: { kind: 'none' } });
    expect((await scenario.call('GET', '/challenge')).status).toBe(404);
  });

  it('refuses unknown parameters', async () => {
    const scenario = await adasScenario();
    const odd = await scenario.call('GET', '/challenge?theme=pink&siteKey=mine');
    expect({ status: odd.status, fields: refusedFields(odd) }).toEqual({
      status: 422,
      fields: ['siteKey', 'theme'],
    });
  });
});

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
