import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { root } from '../run.mjs';
import { importTypeScript } from './transpile.mjs';

const sha384 = (code) => `sha384-${createHash('sha384').update(code).digest('base64')}`;
/** The tables are part of every card's first bytes, so they use the shorter hash, which is enough for our own files. */
const sha256 = (code) => `sha256-${createHash('sha256').update(code).digest('base64')}`;
/**
 * Tells V8 that nearly all of a file's functions are called when it has run: it then compiles them while the file arrives, on a thread of its
 * own, and not one by one on the page's (10 ms of 25 on a fast machine). Other browsers see a comment.
 */
const compileHint = '//# allFunctionsCalledOnLoad\n';
const linkerFile = new URL('../../widget/embed-linker.js', import.meta.url);

/**
 * Makes the embed out of Rollup's `system` format, whose chunks name what they need instead of importing it:
 * `<version>/busker.js` (immutable), the same entry once more as `v1.js` and `next.js`, chunks beside the first, `manifest.json` with the hash of
 * every script (`integrity`) and of every other file (`files`), and `versions.json`. embed-linker.js says why the chunks do not import each other.
 */
export function embed({ major, version }) {
  const folder = `${version}/`;
  const pinned = `${folder}busker.js`;

  return {
    name: 'embed',

    /** The entry is one file: whatever a chunk shares with it is exported from there, not moved into a third file. */
    options: (options) => ({ ...options, preserveEntrySignatures: false }),

    outputOptions: (options) => ({
      ...options,
      format: 'system',
      systemNullSetters: true,
      // Nothing outside can reach the namespaces of the parts.
      freeze: false,
      entryFileNames: pinned,
      // Six characters tell the builds of one version apart, and the card's first bytes name every chunk.
      chunkFileNames: `${folder}[name]-[hash:6].js`,
      // A card in another language needs both for its first paint: one request less for it, and a name and a hash less in every card's first load.
      manualChunks: (id) =>
        /\/(core\/locale\/language-tags|widget\/messages\/card-texts)\.ts$/.test(id)
          ? 'card-texts'
          : undefined,
    }),

    /** `System.register(names, factory);` → what the linker reads. Runs before the minifier, which comes after. */
    async renderChunk(code, chunk) {
      const [call] = this.parse(code).body;
      if (call?.expression?.callee?.object?.name !== 'System')
        return this.error(`${chunk.fileName} is not what the system format used to look like`);
      const part = handedOutTogether(code, call.expression);
      const table = chunk.dynamicImports.length > 0 ? ', __CHUNKS__' : '';
      if (!chunk.isEntry) return { code: `export default [${part}${table}];`, map: null };
      const linker = await readFile(linkerFile, 'utf8');
      return { code: `${linker}\nlinked.set('busker.js', Promise.resolve(run(${part})));`, map: null };
    },

    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      // After the minifier, which drops comments.
      for (const chunk of chunks) chunk.code = compileHint + chunk.code;
      const entry = chunks.find((chunk) => chunk.isEntry);
      const lazy = chunks.filter((chunk) => chunk !== entry);
      const circular = lazy.find((chunk) => neededBy(chunk, bundle).includes(chunk.fileName));
      if (circular)
        this.error(`${circular.fileName} needs itself through other chunks: the linker would wait for ever`);
      if (entry.imports.length > 0) this.error(`The entry would wait for ${entry.imports}`);
      const local = (fileName) => fileName.slice(folder.length);
      const tables = chunkTables(bundle, entry, local);
      const template = entry.code;
      const table = tables.of(entry);
      const entryIn = (place) => fill(fill(template, '__CHUNKS__', table), '__FOLDER__', place);

      entry.code = entryIn('./');
      const floating = entryIn(`./${folder}`);
      // The early channel is the same file; a deploy may leave `v1.js` at the previous version.
      for (const name of [major, 'next'])
        this.emitFile({ type: 'asset', fileName: `${name}.js`, source: floating });

      const integrity = Object.fromEntries(
        chunks.map((chunk) => [local(chunk.fileName), sha384(chunk.code)]),
      );
      const icons = await platformIcons();
      for (const { id, source } of icons)
        this.emitFile({ type: 'asset', fileName: `${folder}icons/${id}.svg`, source });
      const files = Object.fromEntries(icons.map(({ id, source }) => [`icons/${id}.svg`, sha384(source)]));
      const manifest = { version, entry: local(pinned), integrity, files };
      this.emitFile({ type: 'asset', fileName: `${folder}manifest.json`, source: json(manifest) });
      const versions = { current: version, [major]: sha384(floating), versions: [version] };
      this.emitFile({ type: 'asset', fileName: 'versions.json', source: json(versions) });
    },
  };
}

/**
 * Rollup hands out each constant in a call of its own: `const mode = exports('m', …)`. One call at the end of the part is shorter, by 50 bytes of the
 * card's first load, and nobody reads from a part before it has run.
 */
function handedOutTogether(code, { arguments: [names, factory], end }) {
  const { properties } = factory.body.body.find(({ type }) => type === 'ReturnStatement').argument;
  const { body } = properties.find(({ key }) => key.name === 'execute').value;
  const constants = body.body
    .flatMap(({ kind, declarations }) => (kind === 'const' ? declarations : []))
    .filter(({ init }) => init.callee?.name === 'exports');
  const pairs = constants.map(({ id, init }) => `${init.arguments[0].raw}: ${id.name}`);
  let part = '';
  let at = names.start;
  for (const { init } of constants) {
    const closing = init.end - 1;
    part += code.slice(at, init.start) + code.slice(init.arguments[0].end + 1, closing);
    at = closing + 1;
  }
  const together = pairs.length > 0 ? `exports({ ${pairs.join()} });\n` : '';
  return part + code.slice(at, body.end - 1) + together + code.slice(body.end - 1, end - 1);
}

/**
 * Each chunk's table of the chunks that it loads: { file: [integrity, ...files it needs] }. The table is part of the hashed file, so tables are
 * filled from the leaves up. Chunks in the entry's table are left out.
 */
function chunkTables(bundle, entry, local) {
  const known = new Set([entry.fileName]);
  const open = new Set();
  const rowOf = (name) => {
    const chunk = bundle[name];
    if (chunk.code.includes('__CHUNKS__')) chunk.code = fill(chunk.code, '__CHUNKS__', of(chunk));
    // A chunk that loads this one has arrived by then, with every chunk that it needs.
    const there = [...open].flatMap((loading) => [loading.fileName, ...neededBy(loading, bundle)]);
    const needs = neededBy(chunk, bundle).filter((needed) => !there.includes(needed));
    return [local(name), [sha256(chunk.code), ...needs.map(local)]];
  };
  const of = (chunk) => {
    open.add(chunk);
    const wanted = chunk.dynamicImports.flatMap((name) => [name, ...neededBy(bundle[name], bundle)]);
    // A chunk that has loaded this one is there, and its hash depends on this table.
    const names = [...new Set(wanted)].filter((name) => !known.has(name) && !open.has(bundle[name]));
    if (chunk === entry) names.forEach((name) => known.add(name));
    const table = Object.fromEntries(names.map(rowOf));
    open.delete(chunk);
    return table;
  };
  return { of };
}

/** All chunks that a chunk imports, directly or indirectly. */
function neededBy(chunk, bundle, found = new Set()) {
  for (const name of chunk.imports.filter((imported) => !found.has(imported))) {
    found.add(name);
    neededBy(bundle[name], bundle, found);
  }
  return [...found];
}

function fill(code, blank, value) {
  const [before, after, ...more] = code.split(blank);
  if (after === undefined || more.length > 0)
    throw new Error(`The minifier did not keep exactly one ${blank}`);
  return before + JSON.stringify(value) + after;
}

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

const marks = JSON.parse(readFileSync(`${root}widget/icons/published.json`, 'utf8'));

/**
 * A file for every platform that links are recognised by: our own drawing where there is one (marks that simple-icons lacks, and what is no
 * brand), else the one of simple-icons (CC0); and the symbols that owners may choose. A platform without any fails the build: the card asks for whatever the catalogue names.
 */
export async function platformIcons() {
  const { findPlatform, platformCatalogue } = await importTypeScript('core/platforms/platform-catalogue.ts');
  const { linkSymbols } = await importTypeScript('core/links/link.ts');
  const schemes = ['mailto:ada@example.com', 'tel:+4512345678'].map((url) => findPlatform(url).id);
  const platforms = [...platformCatalogue.map(({ id }) => id), ...schemes];
  return [
    ...platforms.map((id) => ({ id, source: drawing(id) })),
    ...linkSymbols.map((id) => ({ id, source: published(id) })),
  ];
}

function drawing(id) {
  const own = `${root}widget/icons/${id}.svg`;
  if (existsSync(own)) return readFileSync(own, 'utf8').trim().replace(' role="img"', '');
  return published(id);
}

function published(id) {
  if (Object.hasOwn(marks, id)) return marks[id];
  throw new Error(
    `No icon for "${id}": run scripts/rollup/write-icons.mjs, or draw one as widget/icons/${id}.svg`,
  );
}
