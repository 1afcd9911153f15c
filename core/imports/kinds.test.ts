import { describe, expect, test } from 'vitest';
import { emptyBlock } from '../blocks/block';
import { readTypedLink } from '../links/typed-link';
import { readImport } from './read-import';

/** The links of a file as `heading / label = host and path`, hidden ones in brackets; what is not taken as `number: reason`. */
function told(text: string): string {
  const answer = readImport(text, { read: (address) => readTypedLink(address) });
  if (!answer.ok) return answer.problem;
  if (answer.value.kind === 'ask-columns') return `columns ${answer.value.names.join('|')}`;
  const { links, refused } = answer.value;
  const rows = links.map(({ url, label, group, on }) => {
    const row = `${group === null ? '' : `${group} / `}${label} = ${url.replace(/^https?:\/\//, '')}`;
    return on ? row : `(${row})`;
  });
  return [...rows, ...refused.map(({ at, why }) => `${at}: ${why}`)].join('; ');
}

const json = (given: unknown) => JSON.stringify(given, null, 2);
const page = (body: string, head = '') =>
  `<!DOCTYPE html>\n<html lang="en"><head>${head}</head>\n<body>${body}</body></html>`;
const nextData = (props: unknown) =>
  page(
    '',
    `<script id="__NEXT_DATA__" type="application/json">${json({ props: { pageProps: props } })}</script>`,
  );
/** As Chromium writes it (components/user_data_importer, bookmark_html_writer.cc): capital letters, four spaces a level, icons as data. */
const chromium = (inside: string) => `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file.
     It will be read and overwritten.
     DO NOT EDIT! -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 ADD_DATE="1795000000" LAST_MODIFIED="1795000001" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
    <DL><p>
${inside}
    </DL><p>
</DL><p>
`;
const opml = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0"><head><title>Mine</title></head><body>${inside}</body></opml>`;

type File = readonly [what: string, file: string, links: string];

const kinds: Readonly<Record<string, readonly File[]>> = {
  'the export of a page like Linktree': [
    [
      'links in their order',
      json({
        links: [
          { title: 'B', url: 'https://b.example', position: 1 },
          { title: 'A', url: 'https://a.example', position: 0 },
        ],
      }),
      'A = a.example; B = b.example',
    ],
    [
      'a hidden link',
      json({ links: [{ title: 'A', url: 'https://a.example', active: false }] }),
      '(A = a.example)',
    ],
    [
      'headings',
      json({
        links: [
          { title: 'Music', type: 'HEADER' },
          { title: 'A', url: 'https://a.example' },
        ],
      }),
      'Music / A = a.example',
    ],
    [
      'collections',
      json({ user: { links: [{ title: 'Music', links: [{ title: 'A', url: 'https://a.example' }] }] } }),
      'Music / A = a.example',
    ],
    [
      'social links beside',
      json({
        links: [{ title: 'A', url: 'https://a.example' }],
        social_links: [{ type: 'X', url: 'https://x.com/nina' }],
      }),
      'A = a.example; X = x.com/nina',
    ],
  ],
  'the public page of one like Linktree': [
    [
      'its data',
      nextData({ account: { links: [{ title: 'A', url: 'https://a.example' }] } }),
      'A = a.example',
    ],
    [
      'its data, with places',
      nextData({
        links: [
          { title: 'B', url: 'https://b.example', position: 2 },
          { title: 'A', url: 'https://a.example', position: 1 },
        ],
      }),
      'A = a.example; B = b.example',
    ],
    [
      'social links',
      nextData({
        account: { links: [], socialLinks: [{ type: 'TIKTOK', url: 'https://tiktok.com/@nina' }] },
      }),
      'TikTok = tiktok.com/@nina',
    ],
    [
      'data without links, but links that are seen',
      `${nextData({ account: {} })}<a href="https://a.example">A</a>`,
      'A = a.example',
    ],
    [
      'an address that may not be',
      nextData({
        links: [
          { title: 'A', url: 'javascript:x' },
          { title: 'B', url: 'https://b.example' },
        ],
      }),
      'B = b.example; 1: url-unsafe',
    ],
  ],
  'the export of LinkStack': [
    [
      'buttons',
      json({ links: [{ button_id: 1, link: 'https://a.example', title: 'A', order: 0 }] }),
      'A = a.example',
    ],
    [
      'in order',
      json({
        links: [
          { link: 'https://b.example', title: 'B', order: 3 },
          { link: 'https://a.example', title: 'A', order: 1 },
        ],
      }),
      'A = a.example; B = b.example',
    ],
    [
      'a heading',
      json({
        links: [
          { button_id: 42, link: null, title: 'Music' },
          { link: 'https://a.example', title: 'A' },
        ],
      }),
      'Music / A = a.example',
    ],
    [
      'mail and telephone',
      json({
        links: [
          { link: 'mailto:nina@a.example', title: 'Mail' },
          { link: 'tel:+49170123456', title: 'Call' },
        ],
      }),
      'Mail = mailto:nina@a.example; Call = tel:+49170123456',
    ],
    [
      'an empty entry',
      json({
        links: [
          { link: '', title: '' },
          { link: 'https://a.example', title: 'A' },
        ],
      }),
      'A = a.example; 1: url-missing',
    ],
  ],
  'the HTML of a page like LittleLink, Carrd or Beacons': [
    [
      'buttons with pictures',
      page('<a class="button" href="https://a.example"><img class="icon" src="a.svg" alt="">A</a>'),
      'A = a.example',
    ],
    [
      'a picture alone',
      page('<ul class="icons"><li><a href="https://a.example"><img alt="A" src="a.png"></a></li></ul>'),
      'A = a.example',
    ],
    ['a spoken name', page('<a href="https://a.example" aria-label="A"><svg></svg></a>'), 'A = a.example'],
    [
      'headings',
      page('<h1>Nina</h1><h2>Music</h2><div><a href="https://a.example"><h3>A</h3><p>New</p></a></div>'),
      'Music / A = a.example',
    ],
    [
      'comments and scripts',
      page(
        '<!-- <a href="https://x.example">X</a> --><script>"<a href=https://y.example>"</script><a href=https://a.example>A</a>',
      ),
      'A = a.example',
    ],
  ],
  'the bookmarks of a browser': [
    [
      'Chromium’s own form',
      chromium(
        '        <DT><A HREF="https://a.example/" ADD_DATE="1795000000" ICON="data:image/png;base64,iVBORw0KGgo=">A</A>',
      ),
      'A = a.example/',
    ],
    [
      'a folder in a folder of the bar, and a link after both, as Chromium 156 wrote them',
      chromium(`        <DT><H3 ADD_DATE="1796055940">Music &amp; more</H3>
        <DL><p>
            <DT><A HREF="https://a.example/?x=1&y=2" ADD_DATE="1796055940">A</A>
            <DT><H3 ADD_DATE="1796055940">Deep</H3>
            <DL><p>
                <DT><A HREF="https://b.example/">B</A>
            </DL><p>
        </DL><p>
        <DT><A HREF="https://c.example/">C</A>`),
      'Music & more / A = a.example/?x=1&y=2; Deep / B = b.example/; C = c.example/',
    ],
    [
      'signs of HTML',
      chromium('        <DT><A HREF="https://a.example/?a=1&amp;b=2">A &lt;&amp;&gt; B&#39;s</A>'),
      "A <&> B's = a.example/?a=1&b=2",
    ],
    [
      'pages of the browser',
      chromium(
        '        <DT><A HREF="chrome://settings/">Settings</A>\n        <DT><A HREF="https://a.example/">A</A>',
      ),
      'A = a.example/; 11: url-scheme:chrome',
    ],
    [
      'a bookmark without a name',
      chromium('        <DT><A HREF="https://github.com/nina"></A>'),
      'GitHub = github.com/nina',
    ],
  ],
  'the Bookmarks file in a profile of Chromium': [
    [
      'a bookmark',
      json({
        roots: {
          bookmark_bar: {
            children: [{ name: 'A', type: 'url', url: 'https://a.example/' }],
            name: 'Bookmarks bar',
            type: 'folder',
          },
        },
      }),
      'A = a.example/',
    ],
    [
      'a folder',
      json({
        roots: {
          bookmark_bar: {
            children: [
              {
                name: 'Music',
                type: 'folder',
                children: [{ name: 'A', type: 'url', url: 'https://a.example/' }],
              },
            ],
          },
        },
      }),
      'Music / A = a.example/',
    ],
    [
      'two roots',
      json({
        roots: {
          bookmark_bar: { children: [{ name: 'A', url: 'https://a.example/' }] },
          other: { children: [{ name: 'B', url: 'https://b.example/' }] },
        },
      }),
      'A = a.example/; B = b.example/',
    ],
    ['none', json({ roots: { bookmark_bar: { children: [] } } }), 'no-links'],
    [
      'an empty folder',
      json({
        roots: {
          other: {
            children: [
              { name: 'Old', children: [] },
              { name: 'A', url: 'https://a.example/' },
            ],
          },
        },
      }),
      'A = a.example/',
    ],
  ],
  'a table': [
    [
      'commas',
      'title,url\nA,https://a.example\n"B, too",https://b.example',
      'A = a.example; B, too = b.example',
    ],
    ['semicolons and Excel’s line', 'sep=;\nName;Adresse\nA;https://a.example', 'A = a.example'],
    ['tabs without a heading', 'A\thttps://a.example\nB\thttps://b.example', 'A = a.example; B = b.example'],
    [
      'groups',
      'group,label,link\nMusic,A,https://a.example\nMusic,B,https://b.example',
      'Music / A = a.example; Music / B = b.example',
    ],
    [
      'two columns of addresses',
      'x,y\nhttps://a.example,https://b.example\nhttps://c.example,https://d.example',
      'columns x|y',
    ],
  ],
  'an outline': [
    ['a feed', opml('<outline text="A" type="rss" xmlUrl="https://a.example/feed"/>'), 'A = a.example/feed'],
    [
      'its page before its feed',
      opml('<outline text="A" htmlUrl="https://a.example" xmlUrl="https://a.example/feed"/>'),
      'A = a.example',
    ],
    [
      'folders',
      opml(
        '<outline text="Music"><outline text="A" url="https://a.example"/></outline><outline text="B" url="https://b.example"/>',
      ),
      'Music / A = a.example; B = b.example',
    ],
    ['title for text', opml('<outline title="A" url="https://a.example"/>'), 'A = a.example'],
    [
      'signs of XML',
      opml('<outline text="A &amp; B" url="https://a.example/?x=1&amp;y=2"/>'),
      'A & B = a.example/?x=1&y=2',
    ],
  ],
  'a list as JSON': [
    [
      'JSON Feed',
      json({
        version: 'https://jsonfeed.org/version/1.1',
        items: [{ id: '1', url: 'https://a.example/1', title: 'A' }],
      }),
      'A = a.example/1',
    ],
    ['a bare list', json([{ name: 'A', href: 'https://a.example' }]), 'A = a.example'],
    [
      'addresses alone',
      json(['https://github.com/nina', 'https://a.example']),
      'GitHub = github.com/nina; a.example = a.example',
    ],
    [
      'deep inside',
      json({ data: { profile: { blocks: [{ text: 'A', uri: 'https://a.example' }] } } }),
      'A = a.example',
    ],
    ['cut', '{"links":[{"title":"A","url":"https://a.example"}', 'broken-json'],
  ],
  'plain text': [
    ['a line each', 'A https://a.example\nB: https://b.example', 'A = a.example; B = b.example'],
    ['names above', 'A\nhttps://a.example\n\nB\nhttps://b.example', 'A = a.example; B = b.example'],
    [
      'headings',
      '# Music\nA https://a.example\nShop:\nB https://b.example',
      'Music / A = a.example; Shop / B = b.example',
    ],
    ['Markdown', '- [A](https://a.example)\n- [B](https://b.example "B")', 'A = a.example; B = b.example'],
    ['words without an address', 'Hello\n\nA https://a.example', 'A = a.example; 1: url-missing'],
  ],
  'Busker’s own file': [
    [
      'a link',
      json({ v: 1, handle: 'nina', links: [{ id: 'a', label: 'A', url: 'https://a.example', group: null }] }),
      'A = a.example',
    ],
    [
      'a heading',
      json({ v: 1, links: [{ label: 'A', url: 'https://a.example', group: 'Music' }] }),
      'Music / A = a.example',
    ],
    ['none', json({ v: 1, handle: 'nina', links: [] }), 'no-links'],
    [
      'mail',
      json({ v: 1, links: [{ label: 'Mail', url: 'mailto:nina@a.example' }] }),
      'Mail = mailto:nina@a.example',
    ],
    [
      'one bad of two',
      json({
        v: 1,
        links: [
          { label: 'A', url: 'data:x' },
          { label: 'B', url: 'https://b.example' },
        ],
      }),
      'B = b.example; 1: url-unsafe',
    ],
  ],
};

// Holds dash-960, dash-1059.
describe.each(Object.entries(kinds))('%s', (_, files) => {
  test('has five files here', () => expect(files).toHaveLength(5));
  test.each(files)('%s', (_what, file, links) => {
    expect(told(file)).toBe(links);
  });
});

const link = { label: 'A', url: 'https://a.example', on: true, group: null, sign: null };
const tour = {
  ...emptyBlock('dates'),
  zone: 'UTC',
  rows: [{ day: 'fri', time: '', ends: '', title: 'Open', place: '', url: 'https://tickets.example' }],
};
const stage = { ...emptyBlock('picture'), alt: 'On stage' };
const song = { ...emptyBlock('media'), url: 'https://youtu.be/dQw4w9WgXcQ' };
const words = { ...emptyBlock('text'), text: 'Hello' };

/** What was found, in its order, and what was not taken. */
function toldOfOwnFile(given: unknown): readonly string[] | string {
  const read = readImport(JSON.stringify(given), { read: (address) => readTypedLink(address) });
  if (!read.ok || read.value.kind !== 'links') return read.ok ? read.value.kind : read.problem;
  const { links, blocks = [], refused } = read.value;
  return [
    ...links.map(({ at, url, icon }) => `${at} ${url}${icon === null ? '' : ` ${icon}`}`),
    ...blocks.map(({ at, block }) => `${at} ${block.kind}`),
    ...refused.map(({ at, name, why }) => `${at} ${name}: ${why}`),
  ].toSorted();
}

// Holds dash-1319.
test('a file of Busker has its links and blocks in their one order, and names each picture that is not in it', () => {
  const file = {
    v: 1,
    handle: 'nina',
    links: [
      { id: 'a', label: 'A', url: 'https://a.example', order: 2 },
      { id: 'b', label: 'B', url: 'https://b.example', order: 4, picture: '/p/x', icon: 'star' },
    ],
    blocks: [
      { id: 'c', ...tour, order: 3 },
      { id: 'd', ...stage, picture: 'left out', order: 1 },
      { id: 'e', ...song, order: 5 },
    ],
  };
  expect(toldOfOwnFile(file)).toEqual([
    '1 On stage: picture-left-out',
    '1 picture',
    '2 https://a.example',
    '3 dates',
    '4 B: picture-left-out',
    '4 https://b.example star',
    '5 media',
  ]);
});

// Holds dash-1319.
test('each block that cannot be published is named with its reason, and so is a link without an address', () => {
  const blocks = [
    { ...words, text: '' },
    { kind: 'poem' },
    { ...tour, rows: [] },
    { ...tour, more: 1 },
    { ...words, label: 'News', text: 'x'.repeat(1001) },
    {},
  ];
  expect(
    toldOfOwnFile({
      handle: 'nina',
      links: [{ label: 'Bare' }],
      blocks: blocks.map((each, at) => ({ ...each, order: at + 1 })),
    }),
  ).toEqual([
    '1 Bare: url-missing',
    '2 text: text-missing',
    '3 poem: other',
    '4 dates: entry-missing',
    '5 dates: other',
    '6 News: too-long:1000',
    '7 : other',
  ]);
});

// Holds dash-1319.
test('the texts of a public profile stand where they stood', () => {
  const links = [
    { id: 'a', label: 'A', url: 'https://a.example' },
    { id: 'b', label: 'B', url: 'https://b.example' },
  ];
  const blocks = [
    { id: 'c', kind: 'text', label: '', text: 'Last', before: null },
    { id: 'd', kind: 'text', label: '', text: 'Middle', before: 'b' },
  ];
  expect(toldOfOwnFile({ handle: 'nina', links, blocks })).toEqual([
    '1 https://a.example',
    '2 text',
    '3 https://b.example',
    '4 text',
  ]);
});

// Holds dash-1319.
test('the export of an account is the page in it, once, and the draft only where nothing is published', () => {
  const page = {
    links: {
      a: { ...link, order: 2, sign: { kind: 'icon', icon: 'star' } },
      b: { ...link, url: 'https://b.example', order: 3, sign: { kind: 'picture', slot: 'link-1' } },
      c: 'broken',
    },
    blocks: {
      d: { ...tour, order: 1 },
      e: { ...stage, picture: { slot: 'link-2', generation: '1' }, order: 4 },
    },
  };
  const rest = {
    account: { uid: 'u', email: 'nina@a.example' },
    domain: { links: [{ url: 'https://x.example' }] },
    tips: [],
  };
  const expected = [
    '1 dates',
    '2 https://a.example star',
    '3 A: picture-left-out',
    '3 https://b.example',
    '4 On stage: picture-left-out',
    '4 picture',
  ];
  expect(toldOfOwnFile({ ...rest, profile: page, draft: page })).toEqual(expected);
  expect(toldOfOwnFile({ ...rest, profile: null, draft: page })).toEqual(expected);
  expect(toldOfOwnFile({ ...rest, profile: null, draft: null })).toBe('no-links');
});

test('a file with blocks alone is no empty file', () => {
  expect(toldOfOwnFile({ handle: 'nina', links: [], blocks: [words] })).toEqual(['1 text']);
});
