import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Window } from 'happy-dom';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it, vi } from 'vitest';
import { places, tabsOf } from '@busker/dashboard/navigation/destinations';
import { docsSite } from '../docs-site.mjs';
import { root } from '../run.mjs';
import { sourceFiles } from '../source-files.mjs';
import { fillMarked, filledPages } from './fill-marked';
import { anchorsOf, fileBlocks, filesInComments, linksOf, pathsOf, unnamedBlocks } from './markdown-links';
import { execFileSync } from 'node:child_process';

const read = (file) => readFileSync(join(root, file), 'utf8');
const files = await sourceFiles();
const english = JSON.parse(read('dashboard/messages/en.json'));
/** A text of the dashboard; some have a note for translators. */
const text = (id) => english[id]?.message ?? english[id];
/** The formatter decides the line breaks. */
const packed = (code) => code.replaceAll(/\s+/g, '');
const pages = files.filter((file) => file.endsWith('.md'));

/** Why a link of a page is broken; null = it is not. Web addresses are only parsed, never requested. */
function brokenLink(page, link) {
  if (/^https?:/.test(link)) return URL.canParse(link) ? null : 'not an address';
  if (link.startsWith('mailto:')) return null;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(root, target))) return 'no such file';
  if (anchor === undefined) return null;
  return anchorsOf(read(target)).has(anchor) ? null : 'no such heading';
}

describe('the docs', () => {
  it('are there', () => {
    for (const page of [
      'sites/embedding',
      'sites/privacy-text',
      'hosts/self-hosting',
      'hosts/operations',
      'hosts/security',
      'owners/notifications',
      'errors',
      'developers/webhooks',
    ])
      expect(pages).toContain(`docs/${page}.md`);
  });

  it.each(pages)('%s has no broken links', (page) => {
    const broken = linksOf(read(page)).flatMap((link) => {
      const why = brokenLink(page, link);
      return why === null ? [] : [`${link}: ${why}`];
    });
    expect(broken).toEqual([]);
  });

  it.each(filledPages)('%s has the tables that the code makes', async (page) => {
    const written = read(page);
    const options = await resolveConfig(join(root, page));
    const filled = await format(fillMarked(written), { ...options, parser: 'markdown' });
    expect(written, 'npx tsx scripts/write-docs.ts').toBe(filled);
  });

  it.each(['README.md', 'docs/sites/embedding.md', 'docs/sites/software.md'])(
    '%s shows only code that the tests run',
    (page) => {
      const text = read(page);
      expect(unnamedBlocks(text)).toEqual([]);
      const blocks = fileBlocks(text);
      expect(blocks.length).toBeGreaterThan(0);
      for (const { file, lines } of blocks) {
        const there = packed(read(file).replaceAll('http://localhost:4100', 'https://HOST'));
        let from = 0;
        for (const line of lines) {
          const at = there.indexOf(packed(line), from);
          expect(at, `${file} has no line ${line} at its place`).toBeGreaterThanOrEqual(0);
          from = at + packed(line).length;
        }
      }
    },
  );

  it('fill a table whose name has two words', () => {
    expect(fillMarked('<!-- table: webhook events -->\n\n<!-- end -->')).toContain(
      '`payment_intent.succeeded`',
    );
    expect(() => fillMarked('<!-- table: no such -->\n\n<!-- end -->')).toThrow('no such');
  });

  it('find what is broken', () => {
    expect(brokenLink('README.md', 'docs/nothing.md')).toBe('no such file');
    expect(brokenLink('README.md', 'docs/sites/embedding.md#nothing')).toBe('no such heading');
    expect(brokenLink('README.md', 'docs/sites/embedding.md#the-tag')).toBeNull();
    expect([...anchorsOf('# A `b`, c\n\n## A b c\n')]).toEqual(['a-b-c', 'a-b-c-1']);
    expect(linksOf('[a](b.md#c) `[d](e)`\n\n```sh\n[f](g)\n```\n')).toEqual(['b.md#c']);
  });
});

/** The menu of the dashboard as owners read it: the places, and the tabs of each. */
const menu = new Map(
  places.map(({ name, label }) => [text(label), tabsOf(name, true).map((screen) => text(screen.label))]),
);
const forPeople = pages.filter((page) => /^(README|docs\/(owners|sites|hosts)\/|examples\/)/.test(page));

// Holds host-130.
describe.each(forPeople)('%s', (page) => {
  it('names places of the dashboard as its menu has them', () => {
    const bold = [...read(page).matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) =>
      name.replaceAll(/\s+/g, ' '),
    );
    const tabs = [...menu.values()].flat();
    const wrong = bold.filter((name) => {
      const [place = '', tab] = name.split(' → ');
      // A tab without its place cannot be found; other programs have menus too, and are not bold.
      if (tab === undefined) return tabs.includes(name) && !menu.has(name);
      return menu.has(place) && !menu.get(place).includes(tab);
    });
    expect(wrong).toEqual([]);
  });
});

// Holds host-131.
it.each(pages.filter((page) => /^docs\/(owners|sites|hosts|developers)\/[\w-]+\.md$/.test(page)))(
  '%s says first for whom it is',
  (page) => {
    expect(read(page)).toMatch(/^# [^\n]+\n\nFor [a-z]/);
  },
);

// Holds host-202.
it('the documentation site leads nowhere that is not in it, and finds every section', async () => {
  const site = await docsSite(files);
  const ids = new Map(
    [...site].map(([place, html]) => [
      place,
      new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)),
    ]),
  );
  const dead = [];
  for (const [place, html] of site) {
    if (!place.endsWith('.html')) continue;
    for (const [, link] of html.matchAll(/ (?:href|src|srcset)="([^"]*)"/g)) {
      if (/^(https?|mailto):/.test(link) || link === '/embed/v1.js') continue;
      const [path, anchor] = link.split('#');
      const target = path === '' ? place : normalize(join(dirname(place), path));
      const isThere = ids.has(target) || (target.startsWith('images/') && files.includes(`docs/${target}`));
      if (!isThere || (anchor !== undefined && !ids.get(target)?.has(anchor))) dead.push(`${place}: ${link}`);
    }
  }
  expect(dead).toEqual([]);
  expect(site.get('sites/embedding.html')).toContain('<busker-card profile="ada"></busker-card>');
  const folder = await mkdtemp(join(tmpdir(), 'busker-docs-'));
  try {
    for (const name of ['site.js', 'search-texts.js']) await writeFile(join(folder, name), site.get(name));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    const { texts } = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'search-texts.js')).href);
    expect(texts.filter(({ at }) => !ids.get(at.split('#')[0]).has(at.split('#')[1]))).toEqual([]);

    const { document, Event } = new Window();
    document.write(site.get('hosts/status.html'));
    vi.stubGlobal('document', document);
    await import(/* @vite-ignore */ pathToFileURL(join(folder, 'site.js')).href);
    const field = document.querySelector('input');
    const leadsTo = async (words, first) => {
      field.value = words;
      field.dispatchEvent(new Event('input'));
      await vi.waitFor(() => expect(document.querySelector('#found a')?.getAttribute('href')).toBe(first));
    };
    await leadsTo('SIGTERM takes no connection', '../hosts/server.html#health-metrics-stopping');
    expect(document.querySelectorAll('#found a')).toHaveLength(1);
    await leadsTo('quiet hours', '../owners/notifications.html#quiet-hours');
    await leadsTo('lines for your software card', '../sites/software.html#the-card-in-your-sites-software');
    expect(document.querySelector('#found li')?.textContent).toMatch(/^The card in your site's software/);
    await leadsTo('no page says thisword', undefined);
  } finally {
    vi.unstubAllGlobals();
    await rm(folder, { recursive: true });
  }
});

/** Who adds to a document says something shorter elsewhere. */
const mostLines = 4500;

// Holds host-201.
it('the documents, whoever or whatever wrote them, have at most 4,500 lines', () => {
  const texts = pages.filter((page) => /^docs\/(?!contracts\/)/.test(page)).map(read);
  const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
  expect(lines).toBeGreaterThan(2000);
  expect(lines, 'say something shorter, or once').toBeLessThanOrEqual(mostLines);
});

// Holds host-251.
it.each(
  pages.filter((page) => /^docs\/(owners|sites|hosts|developers|decisions)\/|^docs\/\w+\.md$/.test(page)),
)('%s begins with whom it is for', (page) =>
  expect(read(page).split('\n').slice(1, 4).join('\n')).toMatch(/^For [a-z]/m),
);

// Holds host-132.
it('the sizes that the README and the page of measurements quote are the limits of the build', () => {
  // Read as text: loaded, it looks for the built files.
  const rows = read('.size-limit.mjs').matchAll(/name: '([^']+)'.*limit: '([^']+)'/g);
  const limits = Object.fromEntries([...rows].map(([, name, limit]) => [name, limit]));
  expect(read('README.md')).toContain(`at most ${limits['card, first load']}`);
  expect(read('README.md')).toContain(`${limits['card, late part']} after`);
  for (const limit of Object.values(limits)) expect(read('docs/performance.md')).toContain(`| ${limit} `);
});

describe('the pages of scenarios', async () => {
  const read = (file) => readFile(root + file, 'utf8');
  const files = new Set(await sourceFiles());
  const listOf = (cell) => cell.split(', ').filter(Boolean);

  /** The rows of a page: number, promises and test files of each scenario. */
  async function scenariosOf(page) {
    const lines = (await read(`docs/contracts/${page}.md`)).split('\n').filter((line) => /^\| \d/.test(line));
    return lines.map((line) => {
      const [, number, , promises = '', tests = ''] = line.split('|').map((cell) => cell.trim());
      return { number: Number(number), promises: listOf(promises), tests: listOf(tests) };
    });
  }

  describe.each([
    ['monthly-scenarios', 47],
    ['ways-scenarios', 32],
  ])('%s', async (page, count) => {
    const scenarios = await scenariosOf(page);

    it('lists each scenario once, in their order, with a promise and a test', () => {
      expect(scenarios.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
      expect(scenarios.filter(({ promises, tests }) => promises.length * tests.length === 0)).toEqual([]);
    });

    it('names only test files that there are', () => {
      expect(scenarios.flatMap(({ tests }) => tests).filter((file) => !files.has(file))).toEqual([]);
    });

    it('has a test for each promise of a scenario in one of its files', async () => {
      const missing = [];
      for (const { number, promises, tests } of scenarios) {
        const texts = await Promise.all(tests.map(read));
        const held = new Set(texts.flatMap((text) => text.match(/(?<=\/\/ Holds .*)[a-z]+-\d{3}/g) ?? []));
        missing.push(...promises.filter((id) => !held.has(id)).map((id) => `${number}: ${id}`));
      }
      expect(missing).toEqual([]);
    });
  });
});

/** Where texts that people see come from. The docs may name the word to say why it is not used. */
const folders = ['widget', 'dashboard', 'functions', 'examples', 'stories', 'emulators/stripe/pages'];

// Holds web-066.
it.each(folders)('never uses the word that stands for a charity’s money: %s', async (folder) => {
  const files = await sourceFiles(folder);
  expect(files.length).toBeGreaterThan(0);
  const words =
    /donat|spende[nt]?\b|donaci[oó]n|doa[cç][aã]o|donazion|donatie|darowizn|寄付|寄附|기부|捐赠|捐款|تبرع/i;
  const found = await Promise.all(
    files.map(async (file) => (words.test(await readFile(`${root}${file}`, 'utf8')) ? file : null)),
  );
  expect(found.filter(Boolean)).toEqual([]);
});

const naming = [
  'CONTRIBUTING.md',
  'README.md',
  ...[
    'docs',
    'docs/owners',
    'docs/sites',
    'docs/hosts',
    'docs/developers',
    'docs/decisions',
    'docs/contracts',
    'emulators',
  ]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      folder === 'emulators'
        ? readdirSync(folder).map((name) => `${folder}/${name}/README.md`)
        : readdirSync(folder).map((name) => `${folder}/${name}`),
    )
    .filter((page) => page.endsWith('.md') && existsSync(page)),
];

describe('the paths that pages name', () => {
  it.each(naming)('%s names only files and folders that exist', (page) => {
    const missing = pathsOf(readFileSync(page, 'utf8')).filter((path) => !existsSync(path));
    expect(missing).toEqual([]);
  });

  it('are found in code spans, without globs and addresses', () => {
    expect(
      pathsOf('`core/base/result.ts` and `core/*.ts`, core/no.ts, `drafts/{uid}`, `emulators/auth/`'),
    ).toEqual(['core/base/result.ts', 'emulators/auth/']);
  });
});

describe('the files that comments name', () => {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
  const isThere = (name) => files.some((file) => file === name || file.endsWith(`/${name}`));

  it('exist', () => {
    const missing = files
      .filter((file) => /\.(?:tsx?|mjs|css|rules)$/.test(file) && existsSync(file))
      .filter((file) => file !== 'scripts/docs/docs.test.mjs')
      .flatMap((file) => {
        const names = filesInComments(readFileSync(file, 'utf8'));
        return names.filter((name) => !isThere(name)).map((name) => `${file}: ${name}`);
      });
    expect(missing).toEqual([]);
  });

  it('are found by name or by the end of their path, without addresses and code', () => {
    const source =
      "import './no.ts'; // see tips/sync-tip.ts\n/** https://a.example/b.ts, *.ts and `look.css` */";
    expect(filesInComments(source)).toEqual(['tips/sync-tip.ts', 'look.css']);
  });
});

// Holds host-280.
it('the README shows a film of eight seconds and at most 1.5 MB, and its still to readers who want less motion', () => {
  const film = readFileSync('docs/images/film.webp');
  let milliseconds = 0;
  const sizes = [];
  // developers.google.com/speed/webp/docs/riff_container
  for (let at = 12; at < film.length; at += 8 + film.readUInt32LE(at + 4))
    if (film.toString('latin1', at, at + 4) === 'ANMF') {
      milliseconds += film.readUIntLE(at + 20, 3);
      // A picture that is smaller than the film leaves the rest of it empty. Its own size is behind the start code of its key frame (RFC 6386, 9.1).
      const start = film.indexOf(Buffer.from([0x9d, 0x01, 0x2a]), at + 24) + 3;
      sizes.push(`${film.readUInt16LE(start)} × ${film.readUInt16LE(start + 2)}`);
    }
  expect([...new Set(sizes)]).toEqual([`${film.readUIntLE(24, 3) + 1} × ${film.readUIntLE(27, 3) + 1}`]);
  expect(milliseconds).toBe(8000);
  expect(film.length).toBeLessThanOrEqual(1_500_000);
  const readme = readFileSync('README.md', 'utf8');
  expect(readme).toContain('<img src="docs/images/film.webp"');
  expect(readme).toMatch(/"\(prefers-reduced-motion: reduce\)" srcset="docs\/images\/film-still\.webp"/);
  expect(existsSync('docs/images/film-still.webp')).toBe(true);
});

/** All that people read: the card's, the dashboard's and the server's texts, mails and the overlay. */
const textFolders = [
  'widget/messages',
  'dashboard/messages',
  'core/messages',
  'functions/messages',
  'functions/pages',
  'functions/public-pages',
];

// Holds pay-003.
it('says tip, and never the word for charity, wherever people read', () => {
  const files = textFolders
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
    .filter((path) => /\.(tsx?|json)$/.test(path) && !path.includes('.test.'));
  expect(files.length).toBeGreaterThan(40);
  const charity = /\b(?:donat|donaci|donazion|spende[nt]?\b|darowizn|寄付|기부|捐款|تبرع)/i;
  const found = ['core/base/problem-codes.ts', ...files].filter((path) =>
    charity.test(readFileSync(path, 'utf8')),
  );
  expect(found).toEqual([]);
});
