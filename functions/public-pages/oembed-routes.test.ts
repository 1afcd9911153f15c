import { describe, expect, it } from 'vitest';
import {
  adaDraft,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  emptyScenario,
  putDraft,
  signIn,
  word,
  type Scenario,
} from '../testing/ada';

const page = 'https://busker.test/@ada';
const ask = (scenario: Scenario, url: string, more = '') =>
  scenario.call('GET', `/oembed?url=${encodeURIComponent(url)}${more}`);

describe('GET /oembed', () => {
  it('returns one frame that survives strict HTML filters', async () => {
    const answer = await ask(await adasScenario(), page);
    const { status, headers, json } = answer;
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(json).toMatchObject({
      version: '1.0',
      type: 'rich',
      provider_name: 'Busker',
      title: 'Ada Lovelace (@ada)',
      author_url: page,
      width: 480,
    });
    const [, attributes = ''] = /^<iframe ([^>]*)><\/iframe>$/.exec(word(answer, 'html')) ?? [];
    const names = [...attributes.matchAll(/([a-z]+)="/g)].map(([, name]) => name);
    expect(names).toEqual(['src', 'title', 'width', 'height', 'frameborder']);
    expect(attributes).toContain(`src="${page}/embed?lang=en"`);
  });

  it('is discovered from the page, in both formats', async () => {
    const scenario = await adasScenario();
    const { text } = await scenario.call('GET', '/@ada?lang=de');
    const links = [...text.matchAll(/type="([a-z]+\/[a-z]+\+oembed)"\s+href="([^"]+)"/g)];
    expect(links.map(([, type]) => type)).toEqual(['application/json+oembed', 'text/xml+oembed']);
    for (const [, , href = ''] of links) {
      const { pathname, search } = new URL(href.replaceAll('&amp;', '&'));
      const answer = await scenario.call('GET', pathname + search);
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('/@ada/embed?lang=de');
    }
  });

  // Holds host-098.
  it.each([
    ['the site says de_DE', page, '&lang=de_DE', 'de'],
    ['the site says ar', page, '&lang=ar', 'ar'],
    ['the address says more than the site', `${page}?lang=pt-BR`, '&lang=de', 'pt'],
    ['the address is written as a site writes its language', `${page}?lang=de_DE_formal`, '', 'de'],
    ['the site’s language is none of ours', page, '&lang=he_IL', 'en'],
    ['the site’s template was not filled in', page, '&lang=%7B%7Blang%7D%7D', 'en'],
  ])('the frame speaks the language of the site that asks: %s', async (_what, url, more, language) => {
    const answer = await ask(await adasScenario(), url, more);
    expect(word(answer, 'html')).toContain(`src="${page}/embed?lang=${language}"`);
  });

  it('returns the same as XML, with every character escaped', async () => {
    const scenario = await adasScenario({}, { draft: { name: 'Ada & <Co> "x"' } });
    const { headers, text } = await ask(scenario, page, '&format=xml');
    expect(headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(text).toMatch(
      /^<\?xml version="1.0" encoding="utf-8" standalone="yes"\?>\n<oembed><version>1.0<\/version>/,
    );
    expect(text).toContain('<title>Ada &amp; &lt;Co&gt; &quot;x&quot; (@ada)</title>');
    expect(text).toContain('<html>&lt;iframe src=&quot;');
  });

  it('never exceeds the requested sizes', async () => {
    const scenario = await adasScenario();
    const answer = await ask(scenario, page, '&maxwidth=320&maxheight=250&dnt=1');
    expect(answer.json).toMatchObject({ width: 320, height: 250 });
    expect(word(answer, 'html')).toContain('width="320" height="250"');
    const wide = await ask(scenario, page, '&maxwidth=2000');
    expect(wide.json).toMatchObject({ width: 480 });
  });

  describe('the owner’s picture', () => {
    const upload = { slot: 'picture-a', generation: '17' } as const;
    /** The first bytes of a PNG of this size. */
    const png = (width: number, height: number) => {
      const bytes = Buffer.alloc(33);
      bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
      bytes.write('IHDR', 12, 'latin1');
      bytes.writeUInt32BE(width, 16);
      bytes.writeUInt32BE(height, 20);
      return new Uint8Array(bytes);
    };
    const pictured = async (bytes: Uint8Array) => {
      const scenario = emptyScenario();
      signIn(scenario.deps, adaUid, adaToken);
      scenario.deps.pictures.upload(adaUid, upload, bytes);
      putDraft(scenario.deps, adaUid, { ...adaDraft, picture: upload });
      await scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken));
      return scenario;
    };
    const thumbnail = ({ json }: { readonly json: Record<string, unknown> }) =>
      Object.keys(json).filter((key) => key.startsWith('thumbnail'));

    it('is included with its size and our URL, which works', async () => {
      const scenario = await pictured(png(512, 384));
      const answer = await ask(scenario, page);
      expect(answer.json).toMatchObject({ thumbnail_width: 512, thumbnail_height: 384 });
      const { origin, pathname } = new URL(word(answer, 'thumbnail_url'));
      expect(origin).toBe('https://busker.test');
      expect((await scenario.call('GET', pathname)).status).toBe(200);
      expect((await ask(scenario, page, '&format=xml')).text).toContain(
        '<thumbnail_width>512</thumbnail_width>',
      );
    });

    it('is omitted when it is larger than requested, of unknown size, or missing', async () => {
      const scenario = await pictured(png(512, 384));
      expect(thumbnail(await ask(scenario, page, '&maxwidth=511'))).toEqual([]);
      expect(thumbnail(await ask(scenario, page, '&maxheight=383'))).toEqual([]);
      expect(thumbnail(await ask(scenario, page, '&maxwidth=512&maxheight=384'))).toHaveLength(3);
      expect(thumbnail(await ask(await pictured(png(512, 384).subarray(0, 12)), page))).toEqual([]);
      expect(thumbnail(await ask(await adasScenario(), page))).toEqual([]);
    });
  });

  it.each([
    ['a page nobody has', 'https://busker.test/@nobody', '', 404, 'profile-not-found'],
    ['another site', 'https://other.example/@ada', '', 404, 'route-not-found'],
    ['no address', 'ada', '', 404, 'route-not-found'],
    ['a file of ours', 'https://busker.test/@ada/badge.svg', '', 404, 'route-not-found'],
    ['a receipt', 'https://busker.test/t/tip_1', '', 401, 'address-private'],
    ['the dashboard', 'https://busker.test/tips', '', 401, 'address-private'],
    ['another format', page, '&format=yaml', 501, 'format-unknown'],
    ['an odd width', page, '&maxwidth=-1', 422, 'invalid-fields'],
  ])('answers %s as specified', async (_what, url, more, status, code) => {
    const answer = await ask(await adasScenario(), url, more);
    expect(answer).toMatchObject({ status, json: { code } });
  });

  it('requires a URL', async () => {
    expect((await (await adasScenario()).call('GET', '/oembed')).status).toBe(422);
  });

  it.each(['https://busker.test/@ada/', 'https://busker.test/@ADA?lang=de', 'https://busker.test/@ada/tip'])(
    'treats %s as the same page',
    async (url) => {
      expect((await ask(await adasScenario(), url)).json).toMatchObject({ author_url: page });
    },
  );
});
