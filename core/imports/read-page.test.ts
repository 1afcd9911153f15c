import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTypedLink } from '../links/typed-link';
import { readFetchedPage } from './read-page';

const base = 'https://links.example/nina';
const page = (html: string) => readFetchedPage(html, { base, read: (address) => readTypedLink(address) });

/** What the page says of somebody, then its links as `label = address`, then what is not taken. */
function told(html: string) {
  const { name, bio, picture, read } = page(html);
  const rows = read.ok
    ? [
        ...read.value.links.map(({ label, url }) => `${label} = ${url}`),
        ...read.value.refused.map(({ name: what, why }) => `${what}: ${why}`),
      ]
    : [read.problem];
  return { about: [name, bio, picture], rows };
}

const script = (kind: string, data: unknown) => `<script ${kind}>${JSON.stringify(data)}</script>`;

// Holds dash-1050.
describe('what a fetched page says of its owner', () => {
  test('the data of a page like Linktree: name, bio, picture, links and social links', () => {
    const account = {
      username: 'nina',
      pageTitle: 'Nina Sol',
      description: 'Songs\nand strings',
      profilePictureUrl: 'https://img.example/nina.png',
      links: [
        { title: 'Shop', url: 'https://shop.example.com', position: 1 },
        { title: 'Music', type: 'HEADER', url: null, position: 0 },
      ],
      socialLinks: [{ type: 'INSTAGRAM', url: 'https://instagram.com/nina' }],
    };
    const html = `<html><head><title>Nina | Linktree</title>${script('id="__NEXT_DATA__" type="application/json"', { props: { pageProps: { account } } })}</head></html>`;
    expect(told(html)).toEqual({
      about: ['Nina Sol', 'Songs\nand strings', 'https://img.example/nina.png'],
      rows: ['Shop = https://shop.example.com', 'Instagram = https://instagram.com/nina'],
    });
  });

  test.each([
    ['a person', { '@type': 'Person', name: 'Nina', image: { url: '/nina.jpg' } }],
    [
      'one of several',
      [
        { '@type': 'WebSite', name: 'Site' },
        { '@type': ['Thing', 'Person'], name: 'Nina', image: ['/nina.jpg'] },
      ],
    ],
    [
      'in a graph',
      { '@graph': [{ '@type': 'http://schema.org/MusicGroup', name: 'Nina', logo: '/nina.jpg' }] },
    ],
    [
      'whom a page is about',
      { '@type': 'ProfilePage', mainEntity: { '@type': 'Person', name: 'Nina', image: '/nina.jpg' } },
    ],
  ])('JSON-LD: %s', (_, data) => {
    const html = `<html><title>Home</title>${script('type="application/ld+json"', data)}<a href="https://a.example">A</a>`;
    expect(told(html).about).toEqual(['Nina', null, 'https://links.example/nina.jpg']);
  });

  test('JSON-LD that is broken, or about nobody, leaves the page’s own words', () => {
    const html = `<title>Nina &amp; Co</title><script type="application/ld+json">{"@type":</script>${script('type="application/ld+json"', { '@type': 'WebSite', name: 'Site' })}`;
    expect(told(html).about).toEqual(['Nina & Co', null, null]);
  });

  test.each([
    ['Nina | Links', 'Links', 'Nina'],
    ['Nina · links', 'Links', 'Nina'],
    ['Links', 'Links', 'Links'],
    ['Links by Nina', 'Links', 'Links by Nina'],
    ['Nina', '', 'Nina'],
  ])('the title “%s” of the site “%s” names %s', (title, site, name) => {
    const html = `<meta property="og:title" content="${title}"><meta property="og:site_name" content="${site}">`;
    expect(told(html).about[0]).toBe(name);
  });

  test('descriptions and pictures by their rank; none but a web address is a picture', () => {
    const meta = (name: string, content: string) => `<meta name="${name}" content="${content}">`;
    expect(
      told(`${meta('description', 'Second')}${meta('og:description', 'First')}${meta('og:image', 'a.png')}`)
        .about,
    ).toEqual([null, 'First', 'https://links.example/a.png']);
    expect(told(`${meta('description', 'Second')}${meta('twitter:image', 'b.png')}`).about[2]).toContain(
      'b.png',
    );
    expect(told('<link rel="apple-touch-icon" href="/icon.png"><link rel=icon href=x>').about[2]).toContain(
      'icon.png',
    );
    expect(told(meta('og:image', 'data:image/png;base64,AA')).about[2]).toBeNull();
    expect(told(meta('og:image', 'https://[')).about[2]).toBeNull();
    expect(told(meta('og:image', `/${'x'.repeat(2100)}`)).about[2]).toBeNull();
    expect(told(meta('og:title', 'x'.repeat(900))).about[0]).toHaveLength(200);
    expect(told(meta('og:title', ' ')).about).toEqual([null, null, null]);
  });
});

// Holds dash-1050.
describe('the links of a fetched page', () => {
  test('addresses are put together with the page’s own, and links within the page are none', () => {
    const html = `<html><body><a href="#top">Up</a><a href="/nina">Here</a><a href="blog">Blog</a><a href="//cdn.example/a">C</a>
<a href="mailto:nina@links.example">Mail</a><a href="javascript:alert(1)">Bad</a></body>`;
    expect(told(html).rows).toEqual([
      'Blog = https://links.example/blog',
      'C = https://cdn.example/a',
      'Mail = mailto:nina@links.example',
      'Bad: url-unsafe',
    ]);
  });

  test('a page may name another base for its addresses', () => {
    expect(told('<html><base href="https://other.example/x/"><a href="y">Y</a>').rows).toEqual([
      'Y = https://other.example/x/y',
    ]);
  });

  test('an address that is longer than ours may be is no base, not even once for each of thousands of links', () => {
    const long = `https://other.example/${'a'.repeat(2048)}/`;
    expect(told(`<html><base href="${long}"><a href="y">Y</a>`).rows).toEqual([
      'Y = https://links.example/y',
    ]);
    const { read } = readFetchedPage('<html><a href="y">Y</a><a href="https://z.example">Z</a>', {
      base: long,
      read: (address) => readTypedLink(address),
    });
    expect(read).toMatchObject({ value: { links: [{ label: 'Z' }], refused: [{ name: 'Y' }] } });
  });

  test('rel="me" and sameAs follow, each once', () => {
    const person = {
      '@type': 'Person',
      name: 'N',
      sameAs: ['https://a.example', 'https://instagram.com/nina', 7],
    };
    const html = `<html><link rel="me" href="https://mastodon.social/@nina"><link rel="me"><a href="https://a.example">A</a>${script('type="application/ld+json"', person)}`;
    expect(told(html).rows).toEqual([
      'A = https://a.example',
      'Mastodon = https://mastodon.social/@nina',
      'Instagram = https://instagram.com/nina',
    ]);
    expect(told('<html><link rel="me" href="https://mastodon.social/@nina">').rows).toEqual([
      'Mastodon = https://mastodon.social/@nina',
    ]);
  });

  test('a page without links says so, and whether it asks for a password', () => {
    expect(told('<html><p>Nothing</p>').rows).toEqual(['no-links']);
    expect(page('<html><input type="PassWord">').hasPassword).toBe(true);
    expect(page('<html><input type="text">').hasPassword).toBe(false);
  });

  test('data that is nested without end, and any pieces of a page, are read without a throw', () => {
    const deep = `${'{"a":['.repeat(50)}1${']}'.repeat(50)}`;
    expect(told(`<script id="__NEXT_DATA__">${deep}</script>`).about[0]).toBeNull();
    const graph = `${'{"@graph":['.repeat(50)}1${']}'.repeat(50)}`;
    expect(told(`<script type="application/ld+json">${graph}</script>`).about[0]).toBeNull();
    const piece = fc.constantFrom(
      '<script type="application/ld+json">',
      '</script>',
      '{"@type":"Person","name":',
      '"N"}',
      '<meta property=',
      'og:title',
      ' content="',
      '">',
      '<title>',
      '</title>',
      '<base href="',
      '<a href="',
      'https://a.example',
      '<link rel=me href=',
      '<input type=password>',
      '<script id="__NEXT_DATA__">',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        page(pieces.join(''));
      }),
    );
  });

  test('a title that is the site’s name alone stays whole, and a base or a meta without what it says changes nothing', () => {
    const html = `<base><meta charset="utf-8"><meta property="og:site_name" content="Nina"><title>| Nina</title><a href="/shop">Shop</a>`;
    expect(told(html)).toMatchObject({
      about: ['| Nina', null, null],
      rows: ['Shop = https://links.example/shop'],
    });
  });
});
