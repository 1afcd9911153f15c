import { existsSync, readFileSync } from 'node:fs';
import { root } from '../run.mjs';
import { importTypeScript } from './transpile.mjs';

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
