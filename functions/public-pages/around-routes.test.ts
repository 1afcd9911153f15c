import { describe, expect, it } from 'vitest';
import { frameSnippet } from './around-routes';
import { adaDraft, adasStage, adaToken, adaUid, bearerOf, putDraft, refusedFields } from '../testing/ada';

describe('GET /@{handle}/embed', () => {
  it('can be framed by every site, opens payment in a new tab, and runs one script of ours', async () => {
    const stage = await adasStage();
    const { status, headers, text } = await stage.call('GET', '/@ada/embed?lang=de&theme=dark');
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(headers.get('content-security-policy')).not.toContain('stripe');
    expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
    expect(text).toContain('<base target="_blank" />');
    expect(text).toContain('href="/@ada/tip?lang=de"');
    expect(text).toContain('data-theme="dark"');
    const [script = '', ...more] = text.match(/<script[^>]*>/g) ?? [];
    expect(more).toEqual([]);
    const asset = await stage.call('GET', /src="([^"]+)"/.exec(script)?.[1] ?? '');
    expect(asset.headers.get('content-type')).toContain('text/javascript');
  });

  it('refuses unknown parameters, and redirects after a rename', async () => {
    const stage = await adasStage();
    const odd = await stage.call('GET', '/@ada/embed?layout=tall&pay=in-page');
    expect({ status: odd.status, fields: refusedFields(odd) }).toEqual({
      status: 422,
      fields: ['layout', 'pay'],
    });
    putDraft(stage.deps, adaUid, { ...adaDraft, handle: 'countess', revision: 2 });
    await stage.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
    for (const tail of ['/embed?theme=dark', '/badge.svg', '/qr.png?size=64', '/qr.svg']) {
      const moved = await stage.call('GET', `/@ada${tail}`);
      expect({ status: moved.status, location: moved.headers.get('location') }).toEqual({
        status: 308,
        location: `/@countess${tail}`,
      });
    }
    expect((await stage.call('GET', '/@nobody/embed')).status).toBe(404);
  });
});

describe('the script that sizes frames', () => {
  it('is at most 1 kB, and every site may load it', async () => {
    const stage = await adasStage();
    const { headers, text } = await stage.call('GET', '/v1/frame.js');
    expect(text).toBe(frameSnippet);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024);
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });
});

describe('badge and QR code', () => {
  it("are cacheable pictures in the owner's accent colour that every site may show", async () => {
    const stage = await adasStage({}, { draft: { look: { ...adaDraft.look, accent: '#9A4A1C' } } });
    const badge = await stage.call('GET', '/@ada/badge.svg?lang=fr');
    expect(badge.headers.get('content-type')).toContain('image/svg+xml');
    expect(badge.headers.get('access-control-allow-origin')).toBe('*');
    expect(badge.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(badge.text).toContain('fill="#9a4a1c"');
    expect(badge.text).toContain('Envoyer un pourboire à Ada');
    const code = await stage.call('GET', '/@ada/qr.png?size=128');
    expect(code.headers.get('content-type')).toBe('image/png');
    expect(code.headers.get('cache-control')).toContain('s-maxage=3600');
    const again = await stage.call('GET', '/@ada/qr.png?size=128', undefined, {
      'if-none-match': code.headers.get('etag') ?? '',
    });
    expect(again.status).toBe(304);
  });

  it('a code leads to the page, and to the tip form where that is asked for', async () => {
    const stage = await adasStage();
    const titleOf = async (query: string) =>
      /<title>([^<]*)/.exec((await stage.call('GET', `/@ada/qr.svg${query}`)).text)?.[1];
    expect(await titleOf('')).toBe('https://busker.test/@ada');
    expect(await titleOf('?to=page')).toBe('https://busker.test/@ada');
    expect(await titleOf('?to=tip')).toBe('https://busker.test/@ada/tip');
    expect((await stage.call('GET', '/@ada/qr.svg?to=moon')).status).toBe(422);
  });

  it('a badge offers no tips while they are off', async () => {
    const stage = await adasStage({}, { draft: { tips: { ...adaDraft.tips, on: false } } });
    const { text } = await stage.call('GET', '/@ada/badge.svg');
    expect(text).toMatch(/<text[^>]*>\s*@ada\s*<\/text>/);
  });

  it.each([
    ['/@ada/qr.svg?size=63', 'size'],
    ['/@ada/qr.svg?size=1e3', 'size'],
    ['/@ada/qr.png?size=99999', 'size'],
    ['/@ada/qr.png?color=red', 'color'],
    ['/@ada/qr.png?color=ffffff', 'color'],
    ['/@ada/qr.png?margin=17', 'margin'],
    ['/@ada/badge.svg?height=500', 'height'],
    ['/@ada/badge.svg?color=%22%3E%3C', 'color'],
    ['/@ada/badge.svg?onload=alert(1)', 'onload'],
  ])('refuses %s, naming the parameter', async (path, field) => {
    const answer = await (await adasStage()).call('GET', path);
    expect({ status: answer.status, fields: refusedFields(answer) }).toEqual({
      status: 422,
      fields: [field],
    });
  });
});
