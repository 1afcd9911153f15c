// npm run docs: makes the documentation site in dist/docs/ from README, CONTRIBUTING and docs/. `npm start` and the demo serve it at /docs/.
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { register } from 'tsx/esm/api';
import { commandLine } from './command-line.mjs';
import { root } from './run.mjs';
import { sourceFiles } from './source-files.mjs';

const groups = [
  ['Start', /^(README|CHANGELOG|CONTRIBUTING|SECURITY)\.md$/],
  ['For owners', /^docs\/owners\//],
  ['For sites', /^docs\/sites\//],
  ['For hosts', /^docs\/hosts\//],
  ['For developers', /^docs\/(developers\/|errors|performance)/],
  ['Promises', /^docs\/contracts\//],
  ['Decisions', /^docs\/decisions\//],
];

/** Where a page of the repository is in the site; null = it is none. */
const placeOf = (file) =>
  groups.some(([, pattern]) => pattern.test(file)) && file.endsWith('.md')
    ? (file === 'README.md' ? 'index' : file.replace(/^docs\//, '').slice(0, -3)) + '.html'
    : null;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const signs = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
/** What `marked` escapes, as the search shows it: it writes no HTML. */
const plain = (html) => html.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (sign) => signs[sign]);

/** The one place of the docs where readers see the tag at work. It needs a server with the demo owners. */
const live = '<div class="live"><busker-card profile="ada"></busker-card></div>';
const liveOn = 'docs/sites/embedding.md';

/** The address of what a page links to, seen from its place in the site; null = it is a file of the repository alone. */
function addressOf(link, file, place) {
  if (/^(https?|mailto):/.test(link) || link.startsWith('#')) return link;
  const [path = '', anchor] = link.split('#');
  const target = normalize(join(dirname(file), path));
  const there = target.startsWith('docs/images/') ? target.slice('docs/'.length) : placeOf(target);
  return there && (relative(dirname(place), there) || there) + (anchor === undefined ? '' : `#${anchor}`);
}

/** The pages of the site by their paths, each with its title and its sections. */
export async function docsPages(files) {
  const { Marked } = await import('marked');
  const { anchorsOf } = await import('./docs/markdown-links.ts');
  const pages = [];
  for (const file of files.filter((each) => placeOf(each) !== null)) {
    const place = placeOf(file);
    const text = await readFile(root + file, 'utf8');
    const anchors = [...anchorsOf(text)];
    const sections = [];
    let isLive = file === liveOn;
    const marked = new Marked({
      useNewRenderer: true,
      renderer: {
        heading({ tokens, depth }) {
          const inner = this.parser.parseInline(tokens);
          const id = anchors[sections.length] ?? '';
          sections.push({ id, heading: inner.replaceAll(/<[^>]*>/g, ''), text: '' });
          return `<h${depth} id="${id}">${inner}</h${depth}>\n`;
        },
        link({ href, tokens }) {
          const inner = this.parser.parseInline(tokens);
          const address = addressOf(href, file, place);
          return address === null ? inner : `<a href="${escaped(address)}">${inner}</a>`;
        },
        image({ href, text: alt }) {
          return `<img src="${escaped(addressOf(href, file, place) ?? '')}" alt="${escaped(alt)}" loading="lazy">`;
        },
        code({ text: code }) {
          const shown = `<pre><code>${escaped(code)}</code></pre>\n`;
          if (!isLive || !code.includes('<busker-card')) return shown;
          isLive = false;
          return shown + live;
        },
        // Marks for the programs that fill tables are left out.
        html: ({ text: html }) =>
          html.startsWith('<!--')
            ? ''
            : html.replaceAll(
                / (src|srcset)="([^"]*)"/g,
                (_, name, to) => ` ${name}="${escaped(addressOf(to, file, place) ?? '')}"`,
              ),
      },
    });
    const body = marked
      .parse(text)
      .replaceAll('<table>', '<div class="table"><table>')
      .replaceAll('</table>', '</table></div>');
    // Each section's text, for the search: what lies between its heading and the next.
    const parts = text.replaceAll(/<!--[\s\S]*?-->|<picture>[\s\S]*?<\/picture>/g, '').split(/^#{1,6} .+$/m);
    sections.forEach((section, at) => Object.assign(section, { text: parts[at + 1] ?? '' }));
    pages.push({ file, place, title: sections[0]?.heading ?? file, body, sections, isLive: file === liveOn });
  }
  return pages;
}

function htmlOf(page, pages) {
  const start = '../'.repeat(page.place.split('/').length - 1) || './';
  const list = groups.map(([name, pattern]) => {
    const items = pages
      .filter(({ file }) => pattern.test(file))
      .map(({ place, title }) => {
        const current = place === page.place ? ' aria-current="page"' : '';
        return `<li><a href="${start}${place}"${current}>${title}</a></li>`;
      });
    return `<h2>${name}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
  });
  const card = page.isLive ? '\n<script type="module" async src="/embed/v1.js"></script>' : '';
  return `<!doctype html>
<html lang="en" data-start="${start}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · Busker</title>
<link rel="stylesheet" href="${start}site.css">
<script type="module" src="${start}site.js"></script>${card}
</head>
<body>
<nav aria-label="Documentation">
<input type="search" placeholder="Search" aria-label="Search the documentation">
<ul id="found" aria-live="polite"></ul>
${list.join('\n')}
</nav>
<main>
${page.body}</main>
</body>
</html>
`;
}

/** Every file of the site that is text, by its path. */
export async function docsSite(files) {
  const pages = await docsPages(files);
  const texts = pages.flatMap(({ place, title, sections }) =>
    sections.map(({ id, heading, text }) => ({
      at: `${place}#${id}`,
      heading: plain(heading),
      page: plain(title),
      all: `${plain(heading)} ${text}`.toLowerCase().replaceAll(/[\s|`*-]+/g, ' '),
    })),
  );
  return new Map([
    ...pages.map((page) => [page.place, htmlOf(page, pages)]),
    ['search-texts.js', `export const texts = ${JSON.stringify(texts)};\n`],
    ['site.css', await readFile(`${root}scripts/docs/site.css`, 'utf8')],
    ['site.js', await readFile(`${root}scripts/docs/site.js`, 'utf8')],
  ]);
}

/** Makes dist/docs/, unless it was made from the same files. */
export async function buildDocs() {
  const files = await sourceFiles();
  const inputs = files.filter((file) => placeOf(file) !== null || /^(docs\/images|scripts\/docs)/.test(file));
  const hash = createHash('sha256');
  for (const file of [...inputs, 'scripts/docs-site.mjs'])
    hash.update(file).update(await readFile(root + file));
  const digest = hash.digest('hex');
  const into = `${root}dist/docs`;
  if ((await readFile(`${into}/.made-from`, 'utf8').catch(() => '')) === digest) return into;
  // Node reads no TypeScript by itself.
  register();
  const site = await docsSite(files);
  await rm(into, { recursive: true, force: true });
  for (const [place, text] of site) {
    await mkdir(dirname(join(into, place)), { recursive: true });
    await writeFile(join(into, place), text);
  }
  await cp(`${root}docs/images`, `${into}/images`, { recursive: true });
  await writeFile(`${into}/.made-from`, digest);
  return into;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  commandLine({ command: 'npm run docs', about: 'makes the documentation site in dist/docs/.', options: {} });
  console.log(
    `The site is in ${relative(root, await buildDocs())}/. \`npm start\` serves it at http://localhost:4100/docs/`,
  );
}
