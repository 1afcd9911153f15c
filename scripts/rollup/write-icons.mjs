// node scripts/rollup/write-icons.mjs: writes the drawings of the dashboard (Tabler, MIT) and the marks of platforms on the card (simple-icons, CC0) into files
// of ours. Both packages together have 110 MB for some two hundred drawings, so they are fetched into a temporary folder by this script alone. To add an icon
// of the dashboard, import it and run this; a new platform of the catalogue needs only the run.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { importTypeScript } from './transpile.mjs';
import { root } from '../run.mjs';
import { sourceFiles } from '../source-files.mjs';

const sources = ['@tabler/icons@3.51.0', 'simple-icons@16.37.0'];

/**
 * One file a moment of loading: the first page has two drawings, sign-in and channels have marks, and every other screen shares the rest. The drawings of each
 * are those that the dashboard imports from it.
 */
const groups = { 'first-icons': new Set(), 'brand-icons': new Set(), 'screen-icons': new Set() };

/** `IconIdBadge2` is drawn by `id-badge-2`. */
const nameOf = (component) =>
  component.replaceAll(/[A-Z]|\d+/g, (part) => `-${part.toLowerCase()}`).replace(/^-icon-/, '');

const imported = /import \{([^}]*)\} from '[^']*\/icons\/(first-icons|brand-icons|screen-icons)'/g;
for (const path of (await sourceFiles('dashboard')).filter((file) => /\.tsx?$/.test(file)))
  for (const [, names, group] of readFileSync(root + path, 'utf8').matchAll(imported))
    for (const [name] of names.matchAll(/\bIcon\w+/g)) groups[group].add(nameOf(name));

const folder = mkdtempSync(join(tmpdir(), 'busker-icons-'));
const read = (path) => readFileSync(join(folder, 'node_modules', path), 'utf8');

/** The lines of a drawing. The frame that says how large the grid is would be an empty path. */
const paths = (svg) =>
  [...svg.matchAll(/<path [^>]*?\bd="([^"]+)"/g)].map(([, d]) => d).filter((d) => d !== 'M0 0h24v24H0z');

const component = (name) => `Icon${name.replaceAll(/(?:^|-)(\w)/g, (_all, letter) => letter.toUpperCase())}`;

/** `player-pause-filled` is the filled one of `player-pause`. */
function drawing(name) {
  const isFilled = name.endsWith('-filled');
  const file = isFilled ? `filled/${name.replace(/-filled$/, '')}` : `outline/${name}`;
  const lines = paths(read(`@tabler/icons/icons/${file}.svg`)).map((d) => `'${d}'`);
  return `export const ${component(name)} = ${isFilled ? 'filled' : 'outlined'}('${name}', ${lines.join(', ')});`;
}

/** Used as a mask beside a label: neither a role nor a title is ever read. */
const mark = (svg) =>
  svg
    .trim()
    .replace(' role="img"', '')
    .replace(/<title>.*?<\/title>/s, '');

function symbol(id) {
  const lines = paths(read(`@tabler/icons/icons/outline/${id}.svg`))
    .join('')
    .replaceAll(' -', '-');
  const pen = 'fill="none" stroke="#000" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path ${pen} d="${lines}"/></svg>`;
}

async function write(path, text) {
  writeFileSync(root + path, await format(text, { ...(await resolveConfig(root + path)), filepath: path }));
}

try {
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', ...sources]);
  for (const [group, found] of Object.entries(groups)) {
    const names = [...found].toSorted();
    const used = ['filled', 'outlined'].filter((kind) =>
      names.some((name) => name.endsWith('-filled') === (kind === 'filled')),
    );
    const top = `// Tabler Icons 3.51.0 (MIT, LICENSE beside this file), written by scripts/rollup/write-icons.mjs.\nimport { ${used.join(', ')} } from './drawing';\n`;
    await write(`dashboard/icons/${group}.ts`, `${top}\n${names.map(drawing).join('\n')}\n`);
  }
  writeFileSync(`${root}dashboard/icons/LICENSE`, read('@tabler/icons/LICENSE'));
  const { platformCatalogue } = await importTypeScript('core/platforms/platform-catalogue.ts');
  const { linkSymbols } = await importTypeScript('core/links/link.ts');
  const published = platformCatalogue
    .map(({ id }) => id)
    .filter((id) => !existsSync(`${root}widget/icons/${id}.svg`))
    .map((id) => [id, mark(read(`simple-icons/icons/${id}.svg`))]);
  const all = [...published, ...linkSymbols.map((id) => [id, symbol(id)])];
  await write(
    'widget/icons/published.json',
    JSON.stringify(Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)))),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
