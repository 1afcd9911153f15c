import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { root } from '../run.mjs';
import { importTypeScript } from './transpile.mjs';

const { resolve } = createRequire(import.meta.url);

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
    ...linkSymbols.map((id) => ({ id, source: symbol(id) })),
  ];
}

/** Only its lines: the frame that says how large the grid is would be an empty path, and a mask needs no colour but a full one. */
function symbol(id) {
  const tabler = createRequire(resolve('@tabler/icons-react'));
  const source = readFileSync(tabler.resolve(`@tabler/icons/outline/${id}.svg`), 'utf8');
  const lines = [...source.matchAll(/<path d="([^"]+)"/g)].map(([, d]) => d.replaceAll(' -', '-')).join('');
  const pen = 'fill="none" stroke="#000" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path ${pen} d="${lines}"/></svg>`;
}

function drawing(id) {
  const own = `${root}widget/icons/${id}.svg`;
  // Used as a mask beside a label: neither a role nor a title is ever read.
  return readFileSync(existsSync(own) ? own : published(id), 'utf8')
    .trim()
    .replace(' role="img"', '')
    .replace(/<title>.*?<\/title>/s, '');
}

function published(id) {
  try {
    return resolve(`simple-icons/icons/${id}.svg`);
  } catch (cause) {
    throw new Error(`No icon for the platform "${id}": draw one as widget/icons/${id}.svg`, { cause });
  }
}
