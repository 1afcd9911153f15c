import { describe, expect, it, vi } from 'vitest';
import { fakeBlocks, instagramLink } from '@busker/core/testing/fakes';
import { emptyBlock, type BlockOf, type Blocks } from '@busker/core/blocks/block';
import { paths } from '@busker/core/documents/documents';
import { textOf } from '../pages/page';
import { givingBlock } from './giving-block';
import { adaDraft, adasScenario, adaToken, adaUid, bearerOf, putDraft } from '../testing/ada';

const { photo: _photo, gigs, ...others } = fakeBlocks;
// The clock of the scenario is later than that of the fakes.
const rows = gigs?.kind === 'dates' ? gigs.rows : [];
const inTime = rows.map((row) => (row.day === 'mon' ? row : { ...row, day: '2030-10-09' }));
const shown = { ...others, gigs: { ...gigs, rows: inTime } } as Blocks;

async function withBlocks(blocks: Blocks = shown) {
  const scenario = await adasScenario();
  const links = {
    k1: { ...instagramLink, group: 'Places' },
    k2: { ...instagramLink, order: 2.5, group: 'Places', label: 'Again' },
  };
  putDraft(scenario.deps, adaUid, { ...adaDraft, links, blocks, revision: 900 });
  const answer = await scenario.call('POST', '/v1/me/publish', { revision: 900 }, bearerOf(adaToken));
  expect(answer.status).toBe(200);
  return scenario;
}
const page = async (blocks?: Blocks, query = '') =>
  (await (await withBlocks(blocks)).call('GET', `/@ada${query}`)).text;

describe('the blocks of a public page', () => {
  // Holds dash-1206.
  it('stand between the links, each under its title, and a group of links is named once', async () => {
    const text = await page();
    const order = [
      'I sing.',
      'Instagram',
      'Again',
      'Next gigs',
      'YouTube',
      'tel:+4930123456',
      'Ko-fi',
      'Mastodon',
    ];
    const places = order.map((word) => text.indexOf(word, text.indexOf('<main')));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(text.match(/class="group"/g)).toHaveLength(1);
    expect(text).toContain('<h2 dir="auto">Next gigs</h2>');
    expect(text).toContain(
      '<a href="https://ada.example/songs" rel="noopener nofollow" data-press="words">ada.example/songs</a>',
    );
  });

  // Holds dash-1317.
  it('leave the links the icons that an owner chose, and those of their platforms, as files of the card', async () => {
    const scenario = await adasScenario();
    const links = {
      gift: { ...instagramLink, sign: { kind: 'icon', icon: 'gift' } },
      band: { ...instagramLink, order: 2, url: 'https://ada.bandcamp.com' },
      own: { ...instagramLink, order: 3 },
    } as const;
    const publish = async (blocks: Blocks, revision: number) => {
      putDraft(scenario.deps, adaUid, { ...adaDraft, links, blocks, revision });
      await scenario.call('POST', '/v1/me/publish', { revision }, bearerOf(adaToken));
      const { text } = await scenario.call('GET', '/@ada');
      return text.match(/(?<=<image href=")[^"]*/g);
    };
    const files = ['gift', 'bandcamp'].map((name) =>
      expect.stringMatching(new RegExp(`^/embed/\\d+\\.\\d+\\.\\d+/icons/${name}\\.svg$`)),
    );
    expect(await publish(shown, 900)).toEqual(files);
    expect(await publish({}, 901)).toBeNull();
  });

  // Holds dash-1373.
  it('have the icon of each platform that the card knows, and a letter for any other site', async () => {
    const block = emptyBlock('icons');
    const at = (...urls: string[]) => ({ ...block, rows: urls.map((url) => ({ url, label: 'Ada' })) });
    const text = await page({
      a: at('https://bsky.app/profile/ada', 'https://www.twitch.tv/ada', 'https://instagram.com/ada'),
      b: at('https://ada.example'),
    });
    const [known = '', other = ''] = text.match(/<ul class="icons">.*?<\/ul>/gs) ?? [];
    expect(known.match(/(?<=icons\/)\w+(?=\.svg)/g)).toEqual(['bluesky', 'twitch']);
    expect(known).not.toContain('<span');
    expect(other).toContain('<span aria-hidden="true">A</span>');
    expect(new Set(text.match(/ id="sign-[^"]*"/g))).toHaveLength(2);
  });

  // Holds dash-1377.
  it('that an earlier release took away while it ran beside this one are back after the owner publishes again', async () => {
    const scenario = await withBlocks();
    const { store } = scenario.deps;
    const path = paths.profile(adaUid);
    const { blocks: _lost, ...earlier } = store.dump()[path] ?? {};
    store.put(path, earlier);
    await scenario.call('POST', '/v1/me/publish', { revision: 900 }, bearerOf(adaToken));
    expect((await scenario.call('GET', '/@ada')).text).toContain('Next gigs');
  });

  it('are not there for an owner who has none: the card draws the links, and no script is added', async () => {
    const text = await page({});
    expect(text).toContain('layout="links"');
    expect(text).not.toContain('data-press');
    expect(text).not.toContain('assets/blocks-');
  });

  // Holds dash-1207.
  it('ask no other site: a player is a link with a picture of ours, and its frame is a page of ours', async () => {
    const text = await page();
    expect(text).toContain('href="https://youtu.be/dQw4w9WgXcQ"');
    expect(text).toContain('data-frame="/@ada/media/film"');
    expect(text).not.toMatch(/<iframe|youtube-nocookie/);
    expect(text.match(/ src="(?!\/)/g)).toBeNull();
  });

  // Holds dash-1207.
  it('show a player in a page that may frame this one host and runs no script', async () => {
    const scenario = await withBlocks();
    const { headers, text } = await scenario.call('GET', '/@ada/media/film');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).not.toContain('script-src');
    expect(text).toContain('content="frame-src https://www.youtube-nocookie.com"');
    expect(text).toContain('src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1"');
    const own = await scenario.call('GET', '/@ada');
    expect(own.headers.get('content-security-policy')).not.toContain('youtube');
    for (const other of ['words', 'nothing', 'k1', '__proto__'])
      expect((await scenario.call('GET', `/@ada/media/${other}`)).status).toBe(404);
  });

  // Holds dash-1208.
  it('give dates and a contact as files to save', async () => {
    const scenario = await withBlocks();
    const dates = await scenario.call('GET', '/@ada/gigs.ics');
    expect(dates.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(dates.headers.get('content-disposition')).toBe('attachment; filename="gigs.ics"');
    expect(dates.text).toContain('SUMMARY:Lido\\, Berlin\r\n');
    const contact = await scenario.call('GET', '/@ada/reach.vcf');
    expect(contact.headers.get('content-type')).toBe('text/vcard; charset=utf-8');
    expect(contact.text).toContain('EMAIL:ada@example.com\r\n');
    for (const other of ['reach.ics', 'gigs.vcf', 'nothing.ics', 'words.vcf'])
      expect((await scenario.call('GET', `/@ada/${other}`)).status).toBe(404);
  });

  // Holds dash-1208.
  it('have no email address that a search of the page’s text finds', async () => {
    const text = await page();
    expect(text).not.toMatch(/ada@example\.com|mailto:/);
    const read = text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    expect(read).toContain('href="mailto:ada@example.com">ada@example.com</a>');
    const odd = await page({ c: { ...fakeBlocks['reach'], email: 'a?cc=b@example.com' } as Blocks[string] });
    expect(odd.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))).toContain(
      'href="mailto:a%3Fcc%3Db@example.com"',
    );
  });

  // Holds dash-1206.
  it('say days and times in the language of the page', async () => {
    expect(await page(undefined, '?lang=de')).toMatch(
      /Montag[\s\S]*10:00 – 12:00[\s\S]*Mi\., 9\. Oktober 2030/,
    );
    expect(await page(undefined, '?lang=ja')).toContain('2030年10月9日');
  });

  // Holds dash-1310.
  it('make no format of a day or time for each row', async () => {
    const Format = Intl.DateTimeFormat;
    const made = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function make(...given) {
      return new Format(...given);
    });
    const madeFor = async (count: number) => {
      const row = { day: '2030-10-09', time: '20:30', ends: '', title: 'Lido', place: '', url: '' };
      const scenario = await withBlocks({ gigs: { ...gigs, rows: Array(count).fill(row) } } as Blocks);
      await scenario.call('GET', '/@ada');
      made.mockClear();
      expect((await scenario.call('GET', '/@ada')).text.match(/Lido/g)).toHaveLength(count);
      return made.mock.calls.length;
    };
    expect(await madeFor(50)).toBe(await madeFor(2));
    made.mockRestore();
  });

  it('move the tip button, the goal and the wall to their place', async () => {
    const at = (show: 'button' | 'wall') =>
      ({ a: { ...fakeBlocks['words'], order: 8 }, b: { ...fakeBlocks['goal'], order: 9, show } }) as Blocks;
    const button = await page(at('button'));
    expect(button.match(/<busker-card/g)).toHaveLength(1);
    expect(button.indexOf('<busker-card')).toBeGreaterThan(button.indexOf('I sing.'));
    const wall = await page(at('wall'));
    expect(wall.indexOf('<busker-card')).toBeLessThan(wall.indexOf('I sing.'));
    expect(wall).not.toContain('of-tips');
  });

  // Holds dash-1209.
  it('escape whatever was typed', async () => {
    const hostile = '"><script>alert(1)</script>';
    const text = await page({
      a: {
        ...fakeBlocks['words'],
        label: hostile,
        text: `${hostile} https://a.example/"onclick=x`,
      } as Blocks[string],
      b: { ...fakeBlocks['row'], rows: [{ url: 'https://a.example/', label: hostile }] } as Blocks[string],
      c: {
        ...fakeBlocks['reach'],
        email: 'a&b"@example.com'.replace('"', ''),
        place: hostile,
      } as Blocks[string],
      d: { ...fakeBlocks['film'], label: hostile } as Blocks[string],
    });
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('"onclick');
    const scenario = await adasScenario();
    const { json: profile } = await scenario.call('GET', '/v1/profiles/ada');
    const { kind, email, phone, place, label } = fakeBlocks['reach'] as BlockOf<'contact'>;
    const named = { kind, email, phone, place, label, before: null, id: hostile };
    const asked = { profile: { ...profile, blocks: [named] }, goal: null, supporters: 0 };
    const preview = await scenario.call('POST', '/v1/me/page-preview', asked, bearerOf(adaToken));
    expect(preview.status).toBe(200);
    expect(preview.json.html).not.toContain('<script>alert');
  });

  // Holds dash-1206.
  it('are not sent to cards, but for the texts', async () => {
    const scenario = await withBlocks();
    const { json } = await scenario.call('GET', '/v1/profiles/ada');
    expect(json.blocks).toEqual([
      { kind: 'text', id: 'words', before: 'k1', label: 'Hello', text: 'I sing.\nhttps://ada.example/songs' },
    ]);
    const many = await scenario.call('GET', '/v1/profiles?handles=ada');
    expect(many.json.profiles?.['ada']?.blocks).toHaveLength(1);
  });

  // Holds dash-1240.
  it('of other places to give say that they are not Busker’s, and have a code for each coin without a script', async () => {
    const coin = 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4';
    const rows = [
      { place: 'www.paypal.com/paypalme/ada', label: '' },
      { place: coin, label: 'For strings' },
      // Stored by hand: publishing refuses it.
      { place: 'javascript:alert(1)', label: 'Press' },
    ];
    const { give } = fakeBlocks;
    const scenario = await withBlocks({ give: { ...give, rows: rows.slice(0, 2) } } as Blocks);
    const { text } = await scenario.call('GET', '/@ada?lang=de');
    expect(text).toContain('<h2 lang="de">Auch hier</h2>');
    expect(text).toContain('Was du hier gibst, läuft nicht über Busker.');
    expect(text).toContain('href="https://paypal.me/ada" rel="noopener nofollow"');
    const uri = `bitcoin:${coin.toLowerCase()}`;
    expect(text).toContain(`href="${uri}"`);
    expect(text).toContain(`<title>${uri}</title>`);
    expect(text).toContain('<summary>QR · <bdi>Bitcoin</bdi></summary>');
    expect(text).toContain(`<code dir="ltr">${coin.toLowerCase()}</code>`);
    const drawn = textOf(
      givingBlock({ id: 'give', kind: 'giving', label: 'Mine', before: null, rows }, 'en'),
    );
    expect(drawn).not.toContain('javascript');
    expect(drawn).not.toContain('<h2');
  });
});
