import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxLinks } from '../links/link';
import { readTypedLink } from '../links/typed-link';
import { decodeImport } from './decode';
import { maxImportBytes, maxImportLinks, readImport, type ImportColumns } from './read-import';

const read = (text: string, columns?: ImportColumns) =>
  readImport(text, { read: (address) => readTypedLink(address), columns });

/** Links as `heading / label = address`, hidden ones in brackets; then what is not taken, as `number name: reason`. */
function told(text: string, columns?: ImportColumns): readonly string[] {
  const answer = read(text, columns);
  if (!answer.ok) return [answer.problem];
  if (answer.value.kind === 'ask-columns') return [`which column? ${answer.value.names.join(', ')}`];
  const { links, refused, leftOut } = answer.value;
  return [
    ...links.map(({ url, label, group, on, icon }) => {
      const name = `${group === null ? '' : `${group} / `}${label}${icon === null ? '' : ` <${icon}>`} = ${url}`;
      return on ? name : `(${name})`;
    }),
    ...refused.map(({ at, name, why }) => `${at} ${name}: ${why}`),
    ...(leftOut > 0 ? [`${leftOut} left out`] : []),
  ];
}

const json = (given: unknown) => JSON.stringify(given);

// Holds dash-960, dash-062.
describe('what a file is, is seen by its content', () => {
  test('an export of a page like Linktree: headings, hidden links, the order of its positions', () => {
    const links = [
      { id: 9, title: 'Music', type: 'HEADER', url: null, position: 0 },
      { id: 2, title: 'Old tour', url: 'https://tour.example.com', active: false, position: 2 },
      { id: 1, title: 'Shop', url: 'https://shop.example.com', active: true, position: 1 },
      { id: 3, title: 'Soon', type: 'HEADER', url: null, position: 3 },
    ];
    expect(told(json({ account: { username: 'nina', avatar: 'https://img.example/a.png' }, links }))).toEqual(
      [
        'Music / Shop = https://shop.example.com',
        '(Music / Old tour = https://tour.example.com)',
        '4 Soon: heading-empty',
      ],
    );
  });

  test('an export of a page like LinkStack: an entry without an address is a heading', () => {
    const links = [
      { button_id: 42, link: null, title: 'Heading' },
      { button_id: 1, link: 'https://shop.example.com', title: 'Shop', order: 0, click_number: 3 },
    ];
    expect(told(json({ name: 'Nina', littlelink_description: '<p>Hi</p>', links }))).toEqual([
      'Heading / Shop = https://shop.example.com',
    ]);
  });

  test('Busker’s own file: headings and icons', () => {
    const links = [
      { id: 'a', label: 'Shop', url: 'https://shop.example.com', group: 'Buy', icon: 'gift', picture: null },
      { id: 'b', label: 'Tour', url: 'https://tour.example.com', group: null, icon: null },
    ];
    expect(told(json({ v: 1, handle: 'nina', links, url: 'https://busker.example/@nina' }))).toEqual([
      'Buy / Shop <gift> = https://shop.example.com',
      'Tour = https://tour.example.com',
    ]);
  });

  test('a JSON Feed, and any list of objects wherever it is, without what belongs to a link or its author', () => {
    const items = [
      {
        id: '1',
        url: 'https://a.example/1',
        title: 'One',
        attachments: [{ url: 'https://a.example/1.mp3' }],
      },
      { id: '2', external_url: 'https://a.example/2', title: 'Two', category: 'Posts' },
    ];
    expect(told(json({ authors: [{ name: 'Nina', url: 'https://nina.example' }], items }))).toEqual([
      'One = https://a.example/1',
      'Posts / Two = https://a.example/2',
    ]);
    expect(told(json({ page: [{ rows: [{ href: 'https://a.example', text: 'A' }] }] }))).toEqual([
      'A = https://a.example',
    ]);
    expect(told(json([{ profile: { links: [{ href: 'https://a.example', text: 'A' }] } }]))).toEqual([
      'A = https://a.example',
    ]);
    expect(told(json(['https://a.example', 'x.com/nina']))).toEqual([
      'a.example = https://a.example',
      'X = https://x.com/nina',
    ]);
  });

  test('a backup of Firefox’s bookmarks: a folder is a heading, those of the browser are none', () => {
    const shop = { title: 'Shop', uri: 'https://shop.example.com' };
    const folder = { title: 'Music', children: [{ title: 'Song', uri: 'https://song.example.com' }] };
    const menu = { title: 'menu', root: 'bookmarksMenuFolder', children: [shop, folder] };
    expect(told(json({ title: '', root: 'placesRoot', children: [menu] }))).toEqual([
      'Shop = https://shop.example.com',
      'Music / Song = https://song.example.com',
    ]);
    expect(told(json([{ children: [{ uri: 'https://a.example' }] }]))).toEqual([
      'a.example = https://a.example',
    ]);
  });

  test('bookmarks of a browser: folders in folders, entities, capital letters', () => {
    const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 ADD_DATE="1" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
    <DL><p>
        <DT><A HREF="https://shop.example.com/?a=1&amp;b=2" ICON="data:image/png;base64,AA==">Caf&eacute; &AMP; &Uuml;ber &szlig; &rarr; &#9835; &#x266B; &strange;</A>
        <DT><H3>Music</H3>
        <DL><p>
            <DT><H3></H3>
            <DL><p><DT><a href='https://deep.example.com'>Deep</a></DL>
            <DT><A HREF="javascript:alert(1)">Trick</A>
            <DT><A HREF="place:sort=8">Recent</A>
        </DL><p>
        <DT><A HREF="https://tour.example.com"></A>
    </DL><p>
</DL><p>`;
    expect(told(file)).toEqual([
      'Café & Über ß → ♫ ♫ &strange; = https://shop.example.com/?a=1&b=2',
      'Music / Deep = https://deep.example.com',
      'tour.example.com = https://tour.example.com',
      '12 Trick: url-unsafe',
      '13 Recent: url-scheme:place',
    ]);
    expect(told('<DL><DT><A HREF=https://a.example TAGS>A</A><A HREF="https://b.example">B')).toEqual([
      'A = https://a.example',
      'B = https://b.example',
    ]);
  });

  test('a page like LittleLink’s or Carrd’s: its links and headings, not its scripts and comments', () => {
    const page = `<!doctype html>
<html><head><title>Nina</title><style>a{color:red}</style><script>document.write('<a href="https://no.example">no</a>')</script></head>
<body><h1>Nina</h1> 1 < 2 <!-- <a href="https://no.example">no</a> -->
<h2>Music</h2>
<a class="button" href="https://shop.example.com"><span>My
  shop</span></a>
<a href="https://x.com/nina" aria-label="X account"><img alt="An X"></a>
<a href="https://instagram.com/nina"><img src="i.png" alt="Insta"></a>
<h3></h3><a name="top"></a>
<a href="/about">About</a> <a href=https://tour.example.com />Tour</a>`;
    expect(told(page)).toEqual([
      'Music / My shop = https://shop.example.com',
      'Music / X account = https://x.com/nina',
      'Music / Insta = https://instagram.com/nina',
      'Music / Tour = https://tour.example.com',
      '10 About: url-unsafe',
    ]);
    expect(told('<html><a href="https://a.example"><img src="a.png"></a>&#0;<h2>&#0;</h2>')).toEqual([
      'a.example = https://a.example',
      '1 &#0;: heading-empty',
    ]);
    expect(told('<html><!-- <a href="https://no.example">')).toEqual(['no-links']);
    expect(told('<html><script>"<a href=https://no.example>no</a>"')).toEqual(['no-links']);
  });

  test('a heading inside a link is its title, and words of its parts stand apart', () => {
    const page = `<html><h2>Music</h2>
<a href="https://shop.example.com"><i>🎻</i><h3>My <b>shop</b></h3><p>Open daily</p></a>
<a href="https://tour.example.com"><div>Tour</div><div>of spring</div></a>
<h3>Elsewhere</h3><h4><a href="https://a.example">A</a></h4>`;
    expect(told(page)).toEqual([
      'Music / My shop = https://shop.example.com',
      'Music / Tour of spring = https://tour.example.com',
      'Elsewhere / A = https://a.example',
    ]);
  });

  test('the source of a page of Linktree: the data in it, with what is hidden', () => {
    const data = json({
      props: { pageProps: { links: [{ title: 'Shop', url: 'https://shop.example.com' }] } },
    });
    const page = (inside: string) =>
      `<html><body><a href="https://a.example">A</a><script id="__NEXT_DATA__" type="application/json">${inside}</script>`;
    expect(told(page(data))).toEqual(['Shop = https://shop.example.com']);
    expect(told(page('{'))).toEqual(['A = https://a.example']);
  });

  test('a page with a tag that is written wrongly: what can be read of it', () => {
    expect(
      told(
        '<ul><li><a = href="https://a.example.com">A</a></li><li><a href="https://b.example.com">B</a></ul>',
      ),
    ).toEqual(['A = https://a.example.com', 'B = https://b.example.com']);
  });

  test('OPML: outlines without an address are headings', () => {
    const file = `<?xml version="1.0"?><opml version="2.0"><body>
<outline text="Blogs"><outline text="A" xmlUrl="https://a.example/feed" htmlUrl="https://a.example"/>
<outline title='B' xmlUrl='https://b.example/feed'></outline></outline>
<outline text="C" url="https://c.example" /></body></opml>`;
    expect(told(file)).toEqual([
      'Blogs / A = https://a.example',
      'Blogs / B = https://b.example/feed',
      'C = https://c.example',
    ]);
  });

  test('a table: columns by their names, separators, quotation marks, its lines', () => {
    const file =
      'sep=;\nOrder;Titel;Adresse;Kategorie\n1;"Shop; ""new""\nand old";https://shop.example.com;Buy\n2;Bad;;\n\n3;Worse;javascript:x;\n4;;https://a.example;';
    expect(told(file)).toEqual([
      'Buy / Shop; "new" and old = https://shop.example.com',
      'a.example = https://a.example',
      '5 Bad: url-missing',
      '7 Worse: url-unsafe',
    ]);
    expect(told('url,note\nhttps://a.example,Mine\nhttps://b.example,"open')).toEqual([
      'Mine = https://a.example',
      'open = https://b.example',
    ]);
  });

  test('a row of a table with neither a name nor an address is named by its line', () => {
    expect(told('name,url,clicks\n,,3\nShop,https://shop.example.com,4')).toEqual([
      'Shop = https://shop.example.com',
      '2 : url-missing',
    ]);
  });

  test('a table without names: the column with addresses; the owner is asked when there are two', () => {
    expect(told('Shop\thttps://shop.example.com\nTour\ttour.example.com')).toEqual([
      'Shop = https://shop.example.com',
      'Tour = https://tour.example.com',
    ]);
    const two =
      'A,B,C\nhttps://a.example,Mine,https://img.example/a\nhttps://b.example,Yours,https://img.example/b';
    expect(told(two)).toEqual(['which column? A, B, C']);
    expect(told(two, { address: 0, title: 1 })).toEqual([
      'Mine = https://a.example',
      'Yours = https://b.example',
    ]);
    expect(told(two, { address: 2, title: null })).toEqual([
      'img.example/a = https://img.example/a',
      'img.example/b = https://img.example/b',
    ]);
    expect(told('a,b\nc,d')).toEqual(['no-links']);
    const short = `Note,URL\n${'Mine,https://a.example\n'.repeat(5)}alone`;
    expect(told(short)).toEqual([
      ...Array<string>(5).fill('Mine = https://a.example'),
      '7 alone: url-missing',
    ]);
  });

  test('plain text: words before an address, the line above, headings, Markdown, several addresses in a line', () => {
    const text = `# Music
My shop: https://shop.example.com
Tour
tour.example.com
Elsewhere:
- [Blog](https://blog.example.com/a)
https://a.example,https://b.example nina@mail.example
a word that leads nowhere
and one more
A title — https://c.example
@nina@mastodon.social
javascript:alert(1)
the end`;
    expect(told(text)).toEqual([
      'Music / My shop = https://shop.example.com',
      'Music / Tour = https://tour.example.com',
      'Elsewhere / Blog = https://blog.example.com/a',
      'Elsewhere / a.example = https://a.example',
      'Elsewhere / b.example = https://b.example',
      'Elsewhere / Email = mailto:nina@mail.example',
      'Elsewhere / A title = https://c.example',
      'Elsewhere / Mastodon = https://mastodon.social/@nina',
      '8 a word that leads nowhere: url-missing',
      '9 and one more: url-missing',
      '12 javascript:alert(1): url-unsafe',
      '13 the end: url-missing',
    ]);
    const marked = `[A](https://a.example), [B](https://b.example "Bee") or https://c.example
[![Logo](logo.png)](https://d.example)`;
    expect(told(marked)).toEqual([
      'A = https://a.example',
      'B = https://b.example',
      'c.example = https://c.example',
      'Logo = https://d.example',
    ]);
    expect(told('nina@mastodon.social')).toEqual(['Email = mailto:nina@mastodon.social']);
    expect(told('url\nhttps://a.example')).toEqual(['a.example = https://a.example']);
    expect(told('[Shop](https://shop.example.com)')).toEqual(['Shop = https://shop.example.com']);
  });
});

// Holds dash-961.
describe('a file that is no list of links is refused with a reason', () => {
  test.each([
    ['an empty file', '', 'empty'],
    ['spaces', ' \n ', 'empty'],
    ['half of a JSON file', '{"links": [{"url": "https://a.exam', 'broken-json'],
    ['JSON without a list', '{"links":1}', 'no-links'],
    ['JSON with an empty list', '{"links":[]}', 'no-links'],
    ['null', 'null', 'no-links'],
    ['a list of nothing', '[]', 'no-links'],
    ['a list of numbers', '[1, 2]', 'no-links'],
    ['prose', 'Once upon a time, there was no address.', 'no-links'],
    ['a file of 50,001 lines', 'x\n'.repeat(50_001), 'too-many-lines'],
    ['a text of more than 5 MB', 'x'.repeat(maxImportBytes + 1), 'too-large'],
  ])('%s', (_, text, problem) => {
    expect(read(text)).toEqual({ ok: false, problem });
  });

  test('each entry that is no link is named with its number and reason', () => {
    const list = [
      { url: 'javascript:alert(1)', label: 'Bad' },
      { label: 1 },
      { url: '@nina' },
      4,
      { url: `https://a.example/${'x'.repeat(5000)}`, label: 'Long' },
      { url: 'https://a.example' },
    ];
    expect(told(json(list))).toEqual([
      'a.example = https://a.example',
      '1 Bad: url-unsafe',
      '2 : url-missing',
      '3 @nina: url-no-domain',
      '4 : link-unreadable',
      '5 Long: url-too-long:2048',
    ]);
  });

  test('a deep file ends where no export goes', () => {
    const deep = `${'{"children":['.repeat(40)}{"url":"https://a.example"}${']}'.repeat(40)}`;
    expect(told(deep)).toEqual(['no-links']);
    expect(told(`[${deep}]`)).toEqual(['no-links']);
    expect(told('['.repeat(40) + ']'.repeat(40))).toEqual(['no-links']);
    expect(told(`{"a":${deep},"links":[{"url":"https://a.example"}]}`)).toEqual([
      'a.example = https://a.example',
    ]);
  });
});

// Holds dash-961.
test.each([
  ['tags of data that do not end', `<html>${'<script id="__NEXT_DATA__"'.repeat(30_000)}`],
  [
    'addresses among brackets and commas',
    json(Array<string>(4).fill(`${'('.repeat(1000)}${','.repeat(2000)}x${')'.repeat(1000)}`)),
  ],
])('is not made slow by %s', (_, text) => {
  expect(read(text)).toHaveProperty('ok');
});

// Holds dash-241.
test('titles and headings come whole, also when they are too long to publish', () => {
  const [label, group] = ['🎻'.repeat(90), 'g'.repeat(70)];
  expect(told(json([{ url: 'https://ada.example', label, group }]))).toEqual([
    `${group} / ${label} = https://ada.example`,
  ]);
});

// Holds dash-964.
test('names what is not taken in the order of the file', () => {
  expect(told('# A\nword\nanother\n# B\nhttps://a.example')).toEqual([
    'B / a.example = https://a.example',
    '1 A: heading-empty',
    '2 word: url-missing',
    '3 another: url-missing',
  ]);
});

// Holds dash-241.
test('an address that is cut for a title is cut beside a letter', () => {
  const answer = read(`https://a.example/${'x'.repeat(49)}🎻`);
  const [link] = answer.ok && answer.value.kind === 'links' ? answer.value.links : [];
  expect(link?.label).toBe(`a.example/${'x'.repeat(49)}`);
});

// Holds dash-962.
test('reads 500 links in their order, and counts those beyond', () => {
  const lines = Array.from({ length: maxImportLinks + 3 }, (_, at) => `https://a.example/${at}`);
  const answer = read(lines.join('\n'));
  expect(answer).toMatchObject({ ok: true, value: { leftOut: 3 } });
  expect(told(lines.slice(0, maxLinks).join('\n'))).toEqual(
    lines.slice(0, maxLinks).map((url) => `${url.replace('https://', '')} = ${url}`),
  );
  const bad = Array.from({ length: 2100 }, () => 'javascript:x').join('\n');
  expect(read(`${bad}\nMusic:`)).toMatchObject({ ok: true, value: { links: [], leftOut: 100 } });
});

// Holds dash-1057.
describe('no line is lost without a word', () => {
  test('entries keep the numbers of the file, also when their places put them in another order', () => {
    const links = [
      { title: 'Last', url: 'https://c.example', position: 2 },
      { title: 'Bad', url: 'javascript:x', position: 1 },
      { title: 'Folder', links: [{ title: 'In', url: 'https://a.example' }, 7], position: 0 },
    ];
    expect(told(json({ links }))).toEqual([
      'Folder / In = https://a.example',
      'Last = https://c.example',
      '2 Bad: url-unsafe',
      '5 : link-unreadable',
    ]);
  });

  test('a quotation mark that is not closed takes no other line along, and is named', () => {
    const rest = '\nTour,https://tour.example.com\n"Mail, fast",https://mail.example.com';
    expect(told(`title,url\n"Shop,https://shop.example.com${rest}`)).toEqual([
      'Shop = https://shop.example.com',
      'Tour = https://tour.example.com',
      'Mail, fast = https://mail.example.com',
    ]);
    expect(told(`title,url\n"Shop, big,https://shop.example.com${rest}`)).toEqual([
      'Tour = https://tour.example.com',
      'Mail, fast = https://mail.example.com',
      '2 Shop big https://shop.example.com: quote-open',
    ]);
    expect(told(`title,url\n"Two\nlines" ,https://a.example\n"Odd" one,https://b.example`)).toEqual([
      'Two lines = https://a.example',
      'Odd" one = https://b.example',
    ]);
  });

  test('a link whose file was cut is taken if its address is whole, and named if not', () => {
    const whole = '<a href="https://a.example">A</a>\n<a href="https://b.example';
    expect(told(`<html>${whole}">The b`)).toEqual(['A = https://a.example', 'The b = https://b.example']);
    expect(told(`<html>${whole}`)).toEqual(['A = https://a.example', '2 https://b.example: link-unreadable']);
    expect(told(`<!DOCTYPE NETSCAPE-Bookmark-file-1><DT>${whole}">B`)).toContain('B = https://b.example');
    expect(told(`<!DOCTYPE NETSCAPE-Bookmark-file-1><DT>${whole}`)).toContain(
      '2 https://b.example: link-unreadable',
    );
    expect(
      told('<opml><outline text="A" url="https://a.example"/>\n<outline text="B" url="https://b'),
    ).toEqual(['A = https://a.example', '2 https://b: link-unreadable']);
  });

  // Holds dash-1058.
  test('rows beyond those that are named are counted, with the first and the last number', () => {
    const bad = Array.from({ length: 2103 }, (_, at) => `Words ${at}`).join('\n');
    const answer = read(`javascript:x\n${bad}`);
    expect(answer).toMatchObject({ ok: true, value: { unnamed: { count: 104, first: 2001, last: 2104 } } });
    expect(read('javascript:x')).toMatchObject({ ok: true, value: { unnamed: null } });
  });
});

// Holds dash-961.
describe('the bytes of a file', () => {
  const wide = (text: string, isBig: boolean) =>
    new Uint8Array(
      Array.from(text, (each) => [each.charCodeAt(0) & 255, each.charCodeAt(0) >> 8]).flatMap((two) =>
        isBig ? two.toReversed() : two,
      ),
    );
  const utf8 = (text: string) => new TextEncoder().encode(text);

  test.each([
    ['UTF-8', utf8('Größe'), 'Größe'],
    ['UTF-8 with a mark', utf8('\ufeffGröße'), 'Größe'],
    ['UTF-16, little end first', wide('\ufeffGröße', false), 'Größe'],
    ['UTF-16, big end first', wide('\ufeffGröße', true), 'Größe'],
    ['UTF-16 without a mark', wide('Größe', false), 'Größe'],
    ['UTF-16 without a mark, big end first', wide('Größe', true), 'Größe'],
    ['Excel’s in western Europe', new Uint8Array([0x47, 0x72, 0xf6, 0xdf, 0x65]), 'Größe'],
    ['none', new Uint8Array(), ''],
    ['a text that begins like an archive', utf8('Rare records'), 'Rare records'],
    ['a table that begins like an archive', utf8('PK\thttps://a.example'), 'PK\thttps://a.example'],
  ])('%s', (_, bytes, text) => {
    expect(decodeImport(bytes)).toEqual({ ok: true, value: text });
  });

  /** The bytes of a text in an encoding that can only be decoded here. */
  function bytesIn(label: string, text: string): Uint8Array {
    const one = Array.from({ length: 256 }, (_, at) => [at]);
    const two = one.slice(0x81).flatMap(([lead = 0]) => one.slice(0x40).map(([trail = 0]) => [lead, trail]));
    const all = new Map(
      (label === 'shift_jis' ? [...two, ...one] : one).map((each) => [
        new TextDecoder(label).decode(new Uint8Array(each), { stream: true }),
        each,
      ]),
    );
    return new Uint8Array(Array.from(text).flatMap((sign) => all.get(sign) ?? []));
  }

  // Holds dash-1051.
  test.each([
    ['windows-1252', 'Größe, “Café” – ça va'],
    ['windows-1250', 'Zażółć gęślą jaźń'],
    ['windows-1250', 'Příliš žluťoučký kůň'],
    ['windows-1251', 'Моя музыка, песня'],
    ['windows-1251', 'песня и магазин'],
    ['windows-1253', 'Η μουσική μου, κατάστημα'],
    ['windows-1254', 'Şarkılarım ve dükkân, ışık'],
    ['windows-1255', 'המוזיקה שלי'],
    ['windows-1256', 'موسيقى ومتجر'],
    ['shift_jis', '音楽とショップ'],
  ])('%s is seen by its letters: %s', (label, text) => {
    expect(decodeImport(bytesIn(label, `${text}, https://a.example`))).toEqual({
      ok: true,
      value: `${text}, https://a.example`,
    });
  });

  // Holds dash-1051.
  test('what a server or the page itself names counts, unless the bytes are UTF-8 or cannot be that', () => {
    const cyrillic = bytesIn('windows-1251', 'песня');
    const read = (bytes: Uint8Array, said?: string) => {
      const text = decodeImport(bytes, said);
      return text.ok ? text.value : text.problem;
    };
    expect(read(new Uint8Array([0xcd]), 'KOI8-R')).toBe('м');
    const meta = new Uint8Array([
      ...utf8('<meta http-equiv=x content="text/html; charset=windows-1251">'),
      ...cyrillic,
    ]);
    expect(read(meta)).toContain('песня');
    expect(read(new Uint8Array([...utf8('<?xml version="1.0" encoding="koi8-r"?>'), 0xcd]))).toContain('м');
    expect(read(new Uint8Array([...utf8('<meta charset=utf-16>'), ...cyrillic]))).toContain('песня');
    expect(read(cyrillic, 'no-such-encoding')).toBe('песня');
    expect(read(utf8('Größe'), 'windows-1252')).toBe('Größe');
    expect(read(new Uint8Array([0x1b, 0x24, 0x42, 0x32, 0x3b, 0x1b, 0x28, 0x42]), 'iso-2022-jp')).toBe('音');
    // In no encoding is this a letter.
    expect(read(new Uint8Array([0x41, 0x81, 0x41]))).toBe('binary');
  });

  test.each([
    ['a ZIP archive', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), 'archive'],
    ['a gzip archive', new Uint8Array([0x1f, 0x8b, 8, 0]), 'archive'],
    ['a RAR archive', new Uint8Array([0x52, 0x61, 0x72, 0x21, 0x1a]), 'archive'],
    ['a 7z archive', new Uint8Array([0x37, 0x7a, 0xbc, 0xaf]), 'archive'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 0x1a, 10, 1]), 'binary'],
    ['a program', new Uint8Array(Array.from({ length: 60 }, (_, at) => (at % 9 ? 65 : 7))), 'binary'],
    ['more than 5 MB', new Uint8Array(maxImportBytes + 1), 'too-large'],
  ])('%s is refused', (_, bytes, problem) => {
    expect(decodeImport(bytes)).toEqual({ ok: false, problem });
  });
});

// Holds dash-963.
describe('whatever is read', () => {
  const piece = fc.constantFrom(
    '<a href="',
    "'",
    '"',
    '>',
    '</a>',
    '<DL>',
    '</DL>',
    '<H3>',
    '</h3>',
    '<DT>',
    '<!--',
    '<script>',
    '&#0;',
    '&amp;',

    '<opml>',
    '<outline text="',
    '/>',
    '{"links":[',
    '{"url":"',
    '"}',
    ']',
    '}',
    ',',
    ';',
    '\t',
    '\n',
    '=',
    '[a](',
    ')',

    'https://a.example',
    'javascript:alert(1)',
    'JaVaScript:x',
    'data:text/html,x',
    'http://localhost',
    '# ',
    ':',
    ' ',

    'url,title\n',
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n',
    '<html>',
    'mailto:a@b.example',
    'vbscript:x',
    '\u202e',
  );
  const source = fc.oneof(
    fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.json(),
  );

  test('never throws, and takes no address that the rule refuses', () => {
    fc.assert(
      fc.property(source, (text) => {
        const answer = read(text);
        if (!answer.ok || answer.value.kind !== 'links') return;
        for (const { url, label } of answer.value.links) {
          expect(readTypedLink(url).kind).not.toBe('refused');
          expect(label.trim()).not.toBe('');
        }
        const places = answer.value.links.map(({ at }) => at);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }),
    );
  });

  test('any bytes are a text or a reason', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => typeof decodeImport(bytes).ok === 'boolean'));
  });

  const titles = fc.uniqueArray(fc.stringMatching(/^[A-Z][a-z]{2,8}$/), { minLength: 2, maxLength: 20 });
  const writers: Readonly<Record<string, (titles: readonly string[]) => string>> = {
    bookmarks: (all) =>
      `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>${all.map((each) => `<DT><A HREF="https://a.example/${each}">${each}</A>`).join('\n')}</DL>`,
    table: (all) => ['title;url', ...all.map((each) => `"${each}";https://a.example/${each}`)].join('\r\n'),
    JSON: (all) => json(all.map((title) => ({ title, url: `https://a.example/${title}` }))),
    text: (all) => all.map((each) => `${each}: https://a.example/${each}`).join('\n'),
    OPML: (all) =>
      `<opml>${all.map((each) => `<outline text="${each}" url="https://a.example/${each}"/>`).join('')}</opml>`,
    page: (all) =>
      `<ul>${all.map((each) => `<a href="https://a.example/${each}"><b>${each}</b></a>`).join('')}</ul>`,
  };
  test.each(Object.keys(writers))('keeps titles and order of %s', (name) => {
    fc.assert(
      fc.property(titles, (all) => {
        const rows = told(writers[name]?.(all) ?? '');
        expect(rows).toEqual(all.map((each) => `${each} = https://a.example/${each}`));
      }),
      { numRuns: 30 },
    );
  });
});
