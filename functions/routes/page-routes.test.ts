import { describe, expect, it } from 'vitest';
import { adaDraft, adasStage, adaToken, adaUid, bearerOf, putDraft } from '../testing/ada';

describe('GET /@{handle}', () => {
  it('is a whole page without any script of its own', async () => {
    const stage = await adasStage();
    const answer = await stage.call('GET', '/@ada');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain('<h1>Ada Lovelace</h1>');
    expect(answer.text).toContain('href="https://instagram.com/ada"');
    expect(answer.text).toContain('<link rel="canonical" href="https://busker.test/@ada" />');
    expect(answer.text).toContain('property="og:title" content="Ada Lovelace"');
    const scripts = answer.text.match(/<script[^>]*>[^<]*/g) ?? [];
    expect(scripts).toEqual(['<script type="module" async src="/embed/v1.js">']);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).not.toContain('unsafe');
    expect(policy).toMatch(/script-src 'self' /);
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('shows what an owner typed as text, wherever it stands', async () => {
    const nasty = `"><script>alert(1)</script><img src=x onerror='1'>`;
    const links = {
      k: { url: `https://a.example/?q="><script>`, label: nasty.slice(0, 50), order: 1, on: true },
    };
    const stage = await adasStage({}, { draft: { name: nasty.slice(0, 45), bio: nasty, links } });
    const { text } = await stage.call('GET', '/@ada');
    expect(text).not.toContain('<script>');
    expect(text).not.toContain('<img src=x');
    expect(text.match(/<script/g)).toHaveLength(1);
  });

  it('is cached like the profile and answers 304', async () => {
    const stage = await adasStage();
    const { headers } = await stage.call('GET', '/@ada');
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=30');
    const again = await stage.call('GET', '/@ada', undefined, { 'if-none-match': headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('leads from an earlier name to the new one for good', async () => {
    const stage = await adasStage();
    putDraft(stage.deps, adaUid, { ...adaDraft, handle: 'countess', revision: 2 });
    await stage.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
    const answer = await stage.call('GET', '/@ada');
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/@countess']);
    const capitals = await stage.call('GET', '/@Countess');
    expect([capitals.status, capitals.headers.get('location')]).toEqual([308, '/@countess']);
  });

  it.each(['/@nobody', '/@x', '/@%3Cscript%3E'])('says kindly that %s leads nowhere', async (path) => {
    const answer = await (await adasStage()).call('GET', path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.text).toContain('Nobody here');
    expect(answer.text).not.toContain('<script');
  });
});
