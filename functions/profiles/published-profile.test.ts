import { describe, expect, it } from 'vitest';
import { parsePublicProfile } from '../../core/profile/public-profile';
import {
  adaDraft,
  adaPayments,
  adaToken,
  adaUid,
  adasScenario,
  bearerOf,
  emptyScenario,
  putDraft,
  putPayments,
  refusedFields,
} from '../testing/ada';

describe('profile routes', () => {
  describe('GET /v1/profiles/{handle}', () => {
    it("has the card's data, with links in order", async () => {
      const scenario = await adasScenario();
      const answer = await scenario.call('GET', '/v1/profiles/ada');
      expect(answer.status).toBe(200);
      const profile = parsePublicProfile(answer.json);
      expect(profile.ok).toBe(true);
      expect(answer.json.links).toMatchObject([{ label: 'Instagram' }, { label: 'Site' }]);
      expect(answer.json.tips).toEqual({
        button: 'top',
        goal: false,
        wall: 0,
        state: 'on',
        currency: 'usd',
        presets: [300, 500, 1000],
        min: 100,
        max: 50000,
      });
    });

    it('every page may read it and shared caches keep it for 30 seconds', async () => {
      const scenario = await adasScenario();
      const { headers } = await scenario.call('GET', '/v1/profiles/ada');
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=30');
      expect(headers.get('content-type')).toBe('application/json');
    });

    it('answers 304 to a client with the same version, until it is published again', async () => {
      const scenario = await adasScenario();
      const etag = (await scenario.call('GET', '/v1/profiles/ada')).headers.get('etag') ?? '';
      const again = await scenario.call('GET', '/v1/profiles/ada', undefined, {
        'if-none-match': `"x", W/${etag}`,
      });
      expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
      putDraft(scenario.deps, adaUid, { ...adaDraft, bio: 'New.', revision: 2 });
      await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
      const changed = await scenario.call('GET', '/v1/profiles/ada', undefined, { 'if-none-match': etag });
      expect(changed.status).toBe(200);
    });

    it('omits links that are off, not due or expired, and is cached no longer than until the next change', async () => {
      const link = { url: 'https://a.example/', label: 'a', order: 1, on: true };
      const now = emptyScenario().deps.clock.now();
      const links = {
        off: { ...link, on: false },
        soon: { ...link, label: 'soon', from: now + 12_400 },
        over: { ...link, until: now },
        here: { ...link, label: 'here' },
      };
      const scenario = await adasScenario({}, { draft: { links } });
      const first = await scenario.call('GET', '/v1/profiles/ada');
      expect(first.json.links).toMatchObject([{ label: 'here' }]);
      expect(first.headers.get('cache-control')).toContain('s-maxage=12');
      scenario.deps.clock.advance(12_400);
      const later = await scenario.call('GET', '/v1/profiles/ada');
      expect(later.json.links).toHaveLength(2);
      expect(later.headers.get('cache-control')).toContain('s-maxage=30');
    });

    it.each([
      ['ADA', 200],
      ['@ada', 200],
      ['ａｄａ', 200],
      ['nobody', 404],
      ['ad', 422],
      ['a..d', 422],
    ])('finds the profile for %s', async (handle, status) => {
      const scenario = await adasScenario();
      const answer = await scenario.call('GET', `/v1/profiles/${encodeURIComponent(handle)}`);
      expect(answer.status).toBe(status);
    });

    it('has the state of tips: off, or payments not ready', async () => {
      const scenario = await adasScenario();
      putPayments(scenario.deps, adaUid, { ...adaPayments, cardPayments: 'restricted' });
      const restricted = await scenario.call('GET', '/v1/profiles/ada');
      expect(restricted.json.tips).toMatchObject({ state: 'not-ready', currency: null });
      const off = await adasScenario({}, { draft: { tips: { ...adaDraft.tips, on: false } } });
      expect((await off.call('GET', '/v1/profiles/ada')).json).toMatchObject({ tips: { state: 'off' } });
    });

    it("has neither the owner's uid, account, sites nor link times", async () => {
      const scenario = await adasScenario({}, { draft: { allowedSites: ['https://secret.example'] } });
      const { text } = await scenario.call('GET', '/v1/profiles/ada');
      expect(text).not.toMatch(/uid-ada|acct_ada|secret\.example|"until"|"order"/);
    });
  });

  describe('GET /v1/profiles?handles=', () => {
    it('returns several, sorted, each once, and lists the missing ones', async () => {
      const scenario = await adasScenario();
      const answer = await scenario.call('GET', '/v1/profiles?handles=zed,ada,ADA,');
      expect(Object.keys(answer.json.profiles ?? {})).toEqual(['ada']);
      expect(answer.json['missing']).toEqual(['zed']);
      expect(answer.headers.get('cache-control')).toContain('s-maxage=30');
      expect(answer.headers.get('etag')).toMatch(/^".{27}"$/);
    });

    it.each(['no name', 'a', '__abc__', '__proto__', 'a/b', 'ada/..', 'x'.repeat(1501)])(
      'returns the existing ones and lists %s as missing',
      async (bad) => {
        const scenario = await adasScenario();
        const answer = await scenario.call('GET', `/v1/profiles?handles=ada,${encodeURIComponent(bad)},zed`);
        expect(answer.status).toBe(200);
        expect(Object.keys(answer.json.profiles ?? {})).toEqual(['ada']);
        expect(answer.json['missing']).toEqual([bad, 'zed'].toSorted());
      },
    );

    it.each([
      ['', 'handles'],
      ['?handles=', 'handles'],
      ['?handles=ada&page=2', 'page'],
      [`?handles=${Array.from({ length: 51 }, (_, index) => `name${index}`).join(',')}`, 'handles'],
    ])('refuses %s, naming the field', async (query, field) => {
      const answer = await emptyScenario().call('GET', `/v1/profiles${query}`);
      expect(answer).toMatchObject({ status: 422, json: { code: 'invalid-fields' } });
      expect(refusedFields(answer)).toContain(field);
    });
  });
});
