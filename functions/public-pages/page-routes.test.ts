import { describe, expect, it } from 'vitest';
import { problemKinds } from '@busker/core/base/problem-codes';
import { defaultPageLook, servedFonts, type PageFont } from '@busker/core/looks/page-look';
import { defaultLook } from '@busker/core/profile/draft';
import { paths, type StoredData } from '@busker/core/documents/documents';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import { eventTypes } from '@busker/core/outbox/channel';
import { pageTexts } from '@busker/core/messages/core-texts';
import { pageStyle } from '../pages/page-style';
import { tagsOf } from '../safe-fetch/html-tags';
import {
  adaDraft,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  emptyScenario,
  paidTip,
  putDraft,
  signIn,
  word,
  type Scenario,
} from '../testing/ada';

describe('page routes', () => {
  describe('POST /v1/me/page-preview', () => {
    const shown = async (scenario: Scenario, given: object = {}) => {
      const { json: profile } = await scenario.call('GET', '/v1/profiles/ada');
      return { profile: { ...profile, name: 'Countess' }, goal: null, supporters: 0, ...given };
    };

    // Holds dash-276.
    it('is the public page with what is not published, without scripts, and stores nothing', async () => {
      const scenario = await adasScenario();
      const body = await shown(scenario, { goal: { label: 'A new guitar', amount: 10_000 } });
      const answer = await scenario.call('POST', '/v1/me/page-preview', body, bearerOf(adaToken));
      expect(answer.status).toBe(200);
      const { html } = answer.json;
      expect(html).toContain('<h1 itemprop="name" dir="auto">Countess</h1>');
      expect(html).toContain('A new guitar');
      expect(html).toContain('$0.00 of $100.00');
      expect(html).toContain('<base target="_blank"/>');
      expect(html).not.toContain('<script');
      expect((await scenario.call('GET', '/@ada')).text).not.toContain('Countess');
    });

    // Holds dash-1312.
    it('shows a page with as many blocks as can be published, and refuses one with more', async () => {
      const scenario = await adasScenario();
      const block = { kind: 'text', before: null, label: '', text: 'x'.repeat(1000) } as const;
      const preview = async (given: object, count: number) => {
        const blocks = Array.from({ length: count }, (_, at) => ({ id: `b${at}`, ...given }));
        const { profile, ...rest } = await shown(scenario);
        const body = { profile: { ...profile, blocks }, ...rest };
        return scenario.call('POST', '/v1/me/page-preview', body, bearerOf(adaToken));
      };
      const answer = await preview(block, 50);
      expect(answer.status).toBe(200);
      expect(answer.text.match(/x{1000}/g)).toHaveLength(50);
      const rows = Array.from({ length: 20 }, () => ({ place: 'ko-fi.com/ada', label: '' }));
      const { text: _, ...other } = block;
      const refused = await preview({ ...other, kind: 'giving', rows }, 3);
      expect(refused).toMatchObject({ status: 422, json: { code: 'invalid-fields' } });
    });

    it('shows nothing to others, and refuses what a page cannot have', async () => {
      const scenario = await adasScenario();
      const body = await shown(scenario);
      expect((await scenario.call('POST', '/v1/me/page-preview', body)).status).toBe(401);
      const foreign = { ...body, profile: { ...body.profile, picture: 'https://elsewhere.example/a.png' } };
      const refused = await scenario.call('POST', '/v1/me/page-preview', foreign, bearerOf(adaToken));
      expect(refused).toMatchObject({ status: 422, json: { code: 'invalid-fields' } });
    });
  });

  describe('GET /@{handle}', () => {
    it('is a complete page without scripts', async () => {
      const scenario = await adasScenario();
      const answer = await scenario.call('GET', '/@ada');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.text).toContain('<h1 itemprop="name" dir="auto">Ada Lovelace</h1>');
      expect(answer.text).toContain('href="https://instagram.com/ada"');
      expect(answer.text).toContain('<link rel="canonical" href="https://busker.test/@ada"/>');
      expect(answer.text).toContain('property="og:title" content="Ada Lovelace"');
      const scripts = answer.text.match(/<script[^>]*>[^<]*/g) ?? [];
      expect(scripts).toEqual(['<script type="module" async="" src="/embed/v1.js">']);
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).not.toContain('unsafe');
      expect(policy).toMatch(/script-src 'self' /);
      expect(policy).toContain("frame-ancestors 'none'");
    });

    // Holds pay-137.
    it("shows the owner's input as text everywhere", async () => {
      const nasty = `"><script>alert(1)</script><img src=x onerror='1'>`;
      const links = {
        k: { url: `https://a.example/?q="><script>`, label: nasty.slice(0, 50), order: 1, on: true },
      };
      const scenario = await adasScenario({}, { draft: { name: nasty.slice(0, 45), bio: nasty, links } });
      const { text } = await scenario.call('GET', '/@ada');
      expect(text).not.toContain('<script>');
      expect(text).not.toContain('<img src=x');
      expect(text.match(/<script/g)).toHaveLength(1);
    });

    it('puts the tip button before fifty links for a profile without a choice, and where the owner chose otherwise', async () => {
      const links = Object.fromEntries(
        Array.from({ length: 50 }, (_, n) => [
          `k${n}`,
          { url: `https://a.example/${n}`, label: `Link ${n}`, order: n, on: true },
        ]),
      );
      const placeIn = (text: string) => text.indexOf('class="button"') < text.indexOf('class="links"');
      const { arrangement: _, ...earlier } = adaDraft;
      const before = await adasScenario({}, { draft: { ...earlier, links } });
      const { text: first } = await before.call('GET', '/@ada');
      expect([placeIn(first), first.includes('tips="top"')]).toEqual([true, true]);
      const bottom = { ...adaDraft.arrangement, tipButton: 'bottom' as const };
      const after = await adasScenario({}, { draft: { links, arrangement: bottom } });
      const { text: last } = await after.call('GET', '/@ada');
      expect([placeIn(last), last.includes('tips="bottom"')]).toEqual([false, true]);
    });

    it('hides the goal from the page where the owner switched it off there', async () => {
      const goal = { label: 'A new bow', amount: 5000 };
      const arrangement = { ...adaDraft.arrangement, pageGoal: false };
      const scenario = await adasScenario({}, { draft: { tips: { ...adaDraft.tips, goal }, arrangement } });
      expect((await scenario.call('GET', '/@ada')).text).not.toContain('A new bow');
      expect((await scenario.call('GET', '/v1/profiles/ada/wall')).text).toContain('A new bow');
    });

    // Holds dash-1270.
    it('shows goal and supporters as far as the owner shows them, the goal above the links', async () => {
      const goal = { label: 'A new <bow>', amount: 5000 };
      const shown = await adasScenario({}, { draft: { tips: { ...adaDraft.tips, showWall: true, goal } } });
      await paidTip(shown, { name: 'Zoe', message: 'For the rain piece' });
      const { text } = await shown.call('GET', '/@ada');
      expect(text).toContain('aria-label="A new &lt;bow&gt;"');
      expect(text).toContain('aria-valuetext="$5.00 of $50.00"');
      expect(text).toMatch(/Zoe<[^]*\$5\.00<[^]*For the rain piece/);
      expect(text).toMatch(/progressbar[^]*<busker-card[^]*<ul class="links"[^]*aria-label="Supporters"/);
      const hidden = await adasScenario();
      await paidTip(hidden, { name: 'Zoe' });
      expect((await hidden.call('GET', '/@ada')).text).not.toMatch(/Zoe|progressbar/);
    });

    // Holds dash-1354.
    it.each([
      [5, false],
      [6, true],
    ])('with %s links leads to the wall above them: %s', async (count, leads) => {
      const link = (n: number) => ({ url: `https://a.example/${n}`, label: `Link ${n}`, order: n, on: true });
      const links = Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, link(n)]));
      const draft = { links, tips: { ...adaDraft.tips, showWall: true } };
      const scenario = await adasScenario({}, { draft });
      expect((await scenario.call('GET', '/@ada')).text).not.toContain('href="#wall"');
      await paidTip(scenario, { name: 'Zoe' });
      scenario.deps.clock.advance(61_000);
      const { text } = await scenario.call('GET', '/@ada');
      expect(/href="#wall"[^]*class="links"[^]*id="wall"/.test(text)).toBe(leads);
      expect(text).toContain('id="wall"');
    });

    it('is cached like the profile and answers 304', async () => {
      const scenario = await adasScenario();
      const { headers } = await scenario.call('GET', '/@ada');
      expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=30');
      const again = await scenario.call('GET', '/@ada', undefined, {
        'if-none-match': headers.get('etag') ?? '',
      });
      expect(again.status).toBe(304);
    });

    it('redirects permanently from an earlier handle', async () => {
      const scenario = await adasScenario();
      putDraft(scenario.deps, adaUid, { ...adaDraft, handle: 'countess', revision: 2 });
      await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
      const answer = await scenario.call('GET', '/@ada');
      expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
        status: 308,
        location: '/@countess',
      });
      const inGerman = await scenario.call('GET', '/@ada/tip?lang=de');
      expect({ status: inGerman.status, location: inGerman.headers.get('location') }).toEqual({
        status: 308,
        location: '/@countess/tip?lang=de',
      });
      const capitals = await scenario.call('GET', '/@Countess');
      expect({ status: capitals.status, location: capitals.headers.get('location') }).toEqual({
        status: 308,
        location: '/@countess',
      });
    });

    it.each([
      ['/@ada/', '/@ada'],
      ['/@ada//', '/@ada'],
      ['/@ada/?lang=de', '/@ada?lang=de'],
      ['/@ada/tip/', '/@ada/tip'],
      ['/@ada/tip/?lang=de', '/@ada/tip?lang=de'],
      ['/@ada/embed/', '/@ada/embed'],
      ['/@ada/badge.svg/', '/@ada/badge.svg'],
    ])('redirects from %s to %s', async (slashed, plain) => {
      const scenario = await adasScenario();
      const answer = await scenario.call('GET', slashed);
      expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
        status: 308,
        location: plain,
      });
      expect((await scenario.call('GET', plain)).status).toBe(200);
    });

    it('redirects a form with a trailing slash and keeps its method', async () => {
      const answer = await (await adasScenario()).call('POST', '/@ada/tip/', 'tip=5');
      expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
        status: 308,
        location: '/@ada/tip',
      });
    });

    it.each(['/@nobody', '/@x', '/@%3Cscript%3E'])('answers 404 with a page for %s', async (path) => {
      const answer = await (await adasScenario()).call('GET', path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toContain('text/html');
      expect(answer.text).toContain('Profile not found');
      expect(answer.text).toContain('<a href="/">Create your own page</a>');
      expect(answer.text).not.toContain('<script');
    });

    it("has a not-found page in the reader's language, cached separately for each", async () => {
      const scenario = await adasScenario();
      const polish = { 'accept-language': 'pl-PL, en;q=0.5' };
      for (const path of ['/@nobody', '/@nobody/tip', '/@nobody/embed']) {
        const answer = await scenario.call('GET', path, undefined, polish);
        expect(answer.text).toContain('<html lang="pl" dir="ltr">');
        expect(answer.text).toContain(`<a href="/">${pageTexts('pl').makeYours}</a>`);
        expect(answer.headers.get('content-language')).toBe('pl');
        expect(answer.headers.get('vary')).toContain('Accept-Language');
      }
      const asked = await scenario.call('GET', '/@nobody?lang=ar', undefined, polish);
      expect(asked.text).toContain('<html lang="ar" dir="rtl">');
    });

    it('uses the requested language, links all twelve, and is canonical in each', async () => {
      const scenario = await adasScenario({}, { draft: { language: 'fr' } });
      const page = await scenario.call('GET', '/@ada');
      expect(page.text).toContain('<html lang="fr" dir="ltr" ');
      expect(page.text).toContain('<link rel="canonical" href="https://busker.test/@ada"/>');
      expect(page.text).toContain('>Envoyer un pourboire</a>');
      const arabic = await scenario.call('GET', '/@ada?lang=ar');
      expect(arabic.text).toContain('<html lang="ar" dir="rtl" ');
      expect(arabic.text).toContain('<link rel="canonical" href="https://busker.test/@ada?lang=ar"/>');
      expect(arabic.text).toContain('<header class="head" lang="fr">');
      expect(arabic.headers.get('content-language')).toBe('ar');
      const hints = [...arabic.text.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)];
      expect(hints.map(([, language]) => language)).toEqual(['x-default', ...shippedLanguages]);
      expect(hints.find(([, language]) => language === 'fr')?.[2]).toBe('https://busker.test/@ada');
      const unknown = await scenario.call('GET', '/@ada?lang=%22%3E%3Cscript%3E');
      expect(unknown.text).toBe(page.text);
    });

    it('says that the owner takes no tips, here and on the form', async () => {
      const tips = { ...adaDraft.tips, on: false };
      const scenario = await adasScenario({}, { draft: { tips } });
      for (const [path, status] of [
        ['/@ada', 200],
        ['/@ada/tip', 409],
      ] as const) {
        const answer = await scenario.call('GET', path);
        expect(answer.status).toBe(status);
        expect(answer.text).toContain('Ada Lovelace is not accepting tips at the moment.');
        expect(answer.text).not.toContain('class="button"');
      }
    });

    it("has the owner's accent in a style sheet with a permanent URL", async () => {
      const scenario = await adasScenario(
        {},
        { draft: { look: { ...adaDraft.look, accent: '#FFEE00', theme: 'dark' } } },
      );
      const page = await scenario.call('GET', '/@ada');
      expect(page.text).toContain('data-theme="dark"');
      const sheet = /href="(\/v1\/assets\/page-[^"]+)"/.exec(page.text)?.[1] ?? '';
      expect(sheet).toMatch(/-ffee00\.css$/);
      const style = await scenario.call('GET', sheet);
      expect(style.text).toContain('--accent:#ffee00;--on-accent:#000000');
      expect(style.headers.get('cache-control')).toContain('immutable');
      const before = await scenario.call('GET', sheet.replace(/page-\w+/, 'page-0123456789abcdef'));
      expect({ text: before.text, cacheControl: before.headers.get('cache-control') }).toEqual({
        text: style.text,
        cacheControl: 'no-cache',
      });
      expect((await scenario.call('GET', '/v1/assets/page-0-zzzzzz.css')).status).toBe(404);
    });

    // Holds dash-1083.
    it('has its look in the style sheet, under a permanent URL of its own, without a script and without another server', async () => {
      const page = { ...defaultPageLook, ready: 'poster', shape: 'pill' } as const;
      const ground = { kind: 'gradient', from: '#112233', to: '#AABBCC' } as const;
      const look = { ...defaultLook, accent: '#1d5fd1', page: { ...page, ground } };
      const scenario = await adasScenario({}, { draft: { look } });
      const { text } = await scenario.call('GET', '/@ada');
      expect(text.match(/<script/g)).toHaveLength(1);
      expect(text).not.toContain('<style');
      const sheet = /href="(\/v1\/assets\/page-[^"]+)"/.exec(text)?.[1] ?? '';
      expect(sheet).toMatch(/-1d5fd1-poster-gradient\.112233\.aabbcc-0-pill-0-normal-0-0\.css$/);
      const style = await scenario.call('GET', sheet);
      expect(style.headers.get('cache-control')).toContain('immutable');
      expect(style.text).toContain('--corners:999px');
      expect(style.text).not.toMatch(/https?:|@import/);
    });

    // Holds dash-1253.
    it.each(Object.entries(servedFonts))(
      'asks for its font %s at this server, for at most 30 kB, and shows another one until it is there',
      async (font, family) => {
        const page = { ...defaultPageLook, font: font as PageFont };
        const scenario = await adasScenario({}, { draft: { look: { ...defaultLook, page } } });
        const { text, headers } = await scenario.call('GET', '/@ada');
        expect(headers.get('content-security-policy')).toContain("font-src 'self'");
        const sheet = await scenario.call('GET', /href="(\/v1\/assets\/page-[^"]+)"/.exec(text)?.[1] ?? '');
        const faces = sheet.text.match(/@font-face\{[^}]+\}/g) ?? [];
        expect(text).not.toContain('woff2');
        // Polish, Czech and Turkish names in Ultra and Yellowtail, in a file that other pages do not ask for.
        expect(sheet.text.includes('unicode-range:U+0100-024F')).toBe(/Ultra|Yellowtail/.test(family));
        expect(faces.every((face) => face.includes(`"${family}"`) && face.includes('display:optional'))).toBe(
          true,
        );
        let bytes = 0;
        for (const face of faces) {
          const file = await scenario.app.request(/url\(([^)]+)\)/.exec(face)?.[1] ?? '');
          expect(file.headers.get('content-type')).toBe('font/woff2');
          expect(file.headers.get('cache-control')).toContain('immutable');
          const read = new Uint8Array(await file.arrayBuffer());
          expect(String.fromCharCode(...read.subarray(0, 4))).toBe('wOF2');
          bytes += read.length;
        }
        expect(bytes).toBeGreaterThan(0);
        expect(bytes).toBeLessThanOrEqual(30_000);
      },
    );

    it('asks for no font where the look has one of the reader’s system', async () => {
      const scenario = await adasScenario(
        {},
        { draft: { look: { ...defaultLook, page: { ...defaultPageLook, ready: 'paper' } } } },
      );
      const { text } = await scenario.call('GET', '/@ada');
      expect(text).not.toContain('woff2');
      expect(
        (await scenario.call('GET', /href="(\/v1\/assets\/page-[^"]+)"/.exec(text)?.[1] ?? '')).text,
      ).not.toContain('@font-face');
    });

    // Holds dash-1254.
    it.each([
      ['lava-0-soft-0-0-normal-0-0', { fill: 'soft' }],
      ['poster', { ready: 'poster' }],
      ['poster-0-0-0-0-normal-0-0-0', { ready: 'poster' }],
      ['poster-plain.red-0-0-comic-normal-0-0', { ready: 'poster' }],
    ] as const)('has the rest of a look that this release has not: %s', async (token, left) => {
      const scenario = await adasScenario();
      const sheet = await scenario.call('GET', `/v1/assets/page-0-1d5fd1-${token}.css`);
      expect([sheet.status, sheet.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(sheet.text).toBe(pageStyle('#1d5fd1', { ...defaultPageLook, ...left }));
    });

    it('has the cover above its name, asked for first, and a picture behind everything, without a script', async () => {
      const [cover, behind] = ['a', 'b'].map((sign) => sign.repeat(64));
      const scenario = await adasScenario();
      const profile = scenario.deps.store.dump()[paths.profile(adaUid)] as StoredData;
      const upload = (slot: string) => ({ slot, generation: '1' });
      const pageLook = {
        ...defaultPageLook,
        cover: upload('cover-a'),
        ground: { kind: 'picture', upload: upload('ground-b') },
      };
      const pagePictures = [
        { sha256: cover, type: 'image/webp', ...upload('cover-a') },
        { sha256: behind, type: 'image/webp', ...upload('ground-b') },
      ];
      scenario.deps.store.put(paths.profile(adaUid), { ...profile, pageLook, pagePictures });
      const { text } = await scenario.call('GET', '/@ada');
      const preload = `<link rel="preload" as="image" href="/img/${cover}"/>`;
      expect(text.indexOf(preload)).toBeGreaterThan(0);
      expect(text.indexOf(preload)).toBeLessThan(text.indexOf('<script'));
      expect(text).toContain(`<img class="cover" src="/img/${cover}" alt="" width="1500" height="500"`);
      expect(text).toContain(`<div class="ground" aria-hidden="true"><img src="/img/${behind}" alt=""`);
      expect(text).toMatch(/-classic-picture-0-0-0-normal-0-0\.css/);
      expect(text).toContain(`property="og:image" content="https://busker.test/img/${cover}"`);
      expect(text.match(/<script/g)).toHaveLength(1);
    });

    it('shows the first letter of the name when there is no picture', async () => {
      const scenario = await adasScenario({}, { draft: { name: ' éa <b>' } });
      const { text } = await scenario.call('GET', '/@ada');
      expect(text).toContain('<span class="initial" aria-hidden="true">É</span>');
      expect(text).not.toContain('<img');
    });

    it('has metadata for link previews and search engines', async () => {
      const scenario = await adasScenario();
      const sha256 = 'a'.repeat(64);
      const profile = scenario.deps.store.dump()[paths.profile(adaUid)] as StoredData;
      const picture = { sha256, type: 'image/png', slot: 'picture-a', generation: '1' };
      scenario.deps.store.put(paths.profile(adaUid), { ...profile, picture });
      const { text } = await scenario.call('GET', '/@ada');
      for (const part of [
        `property="og:image" content="https://busker.test/img/${sha256}"`,
        `<link rel="icon" href="/img/${sha256}"/>`,
        'itemtype="https://schema.org/ProfilePage"',
        'name="description" content="Notes on engines."',
      ])
        expect(text).toContain(part);
      expect(text).toMatch(/<a itemprop="sameAs" rel="me noopener" href="https:\/\/instagram\.com\/ada"/);
    });
  });

  describe.each(shippedLanguages)('the pages in %s', (language) => {
    it('have every text, with names and amounts in their places', () => {
      const texts = pageTexts(language);
      const given = { name: '⟨1⟩', service: '⟨1⟩', min: '⟨1⟩', max: '⟨2⟩', cover: '⟨1⟩', amount: '⟨2⟩' };
      const written = Object.values(texts).map((text) => (typeof text === 'function' ? text(given) : text));
      expect(written.filter((text) => text.trim() === '')).toEqual([]);
      const withNames = Object.values(texts).filter((text) => typeof text === 'function');
      for (const text of withNames) expect(text(given)).toContain('⟨1⟩');
      for (const text of [texts.anotherAmountBetween, texts.cover]) expect(text(given)).toContain('⟨2⟩');
      expect(texts.nobodyWhy === pageTexts('en').nobodyWhy).toBe(language === 'en');
    });
  });
});

describe('docs routes', () => {
  it('the `type` of a problem is a URL with a heading for its code', async () => {
    const scenario = emptyScenario();
    const refused = await scenario.call('GET', '/v1/profiles/nobody');
    const type = new URL(word(refused, 'type'));
    const page = await scenario.call('GET', type.pathname);
    expect({ status: page.status, contentType: page.headers.get('content-type') }).toEqual({
      status: 200,
      contentType: 'text/html; charset=UTF-8',
    });
    const ids = tagsOf(page.text).flatMap(({ attributes }) => attributes.get('id') ?? []);
    expect(ids).toContain(type.hash.slice(1));
    expect(ids).toEqual(Object.keys(problemKinds));
  });

  describe('the JSON Schema of a webhook', () => {
    it.each(eventTypes)('of %s can be read by every site and kept by caches', async (type) => {
      const scenario = emptyScenario();
      const answer = await scenario.call('GET', `/docs/webhooks/v1/${type}.json`);
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/schema+json',
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=0, s-maxage=3600',
      });
      expect(answer.json).toMatchObject({
        type: 'object',
        required: ['type', 'timestamp', 'data'],
        properties: { type: { const: type }, data: { type: 'object' } },
      });
      // Fields are added within a version, so no schema may refuse an unknown one.
      expect(answer.text).not.toContain('additionalProperties');
    });

    it.each(['tip.odd.json', 'tip.paid', 'tip.paid.json.json', '__proto__.json'])(
      'does not exist as %s',
      async (file) => {
        const scenario = emptyScenario();
        expect((await scenario.call('GET', `/docs/webhooks/v1/${file}`)).status).toBe(404);
      },
    );
  });
});

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
