import { readdirSync, readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { moOf, readPo, wordpressFiles, zipOf } from '../rollup/wordpress-plugin.mjs';

const folder = new URL('../../examples/wordpress/', import.meta.url);
const plugin = readFileSync(new URL('busker.php', folder), 'utf8');
const { version, attributes, title, description } = JSON.parse(
  readFileSync(new URL('block.json', folder), 'utf8'),
);
const languages = readdirSync(new URL('languages/', folder));

/** What the plugin shows, as PHP writes it in single quotes. */
const shown = [...plugin.matchAll(/\b(?:esc_html)?__\( '((?:[^'\\]|\\.)*)', 'busker' \)/g)].map(
  ([, text]) => text,
);
const wanted = [...new Set([...shown, description])].toSorted();

const marks = (text) => (text.match(/%(?:\d\$)?s|\[busker profile="ada"\]|https?:\/\//g) ?? []).toSorted();

/** Each file of a ZIP by the directory at its end, unpacked. */
function unzipped(bytes) {
  const found = [];
  let at = bytes.readUInt32LE(bytes.length - 6);
  for (let left = bytes.readUInt16LE(bytes.length - 12); left > 0; left -= 1) {
    const [packed, nameLength] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28)];
    const offset = bytes.readUInt32LE(at + 42);
    const start = offset + 30 + nameLength;
    found.push([
      bytes.toString('utf8', at + 46, at + 46 + nameLength),
      inflateRawSync(bytes.subarray(start, start + packed)).toString(),
    ]);
    at += 46 + nameLength;
  }
  return found;
}

it('the plugin is packed below one folder, with eleven translations and the files that WordPress looks for', async () => {
  const names = (await wordpressFiles()).map(([name]) => name);
  expect(names.filter((name) => name.endsWith('.mo'))).toHaveLength(11);
  expect(names.every((name) => name.startsWith('busker/'))).toBe(true);
  for (const name of ['busker.php', 'block.json', 'block.js', 'readme.txt', 'uninstall.php', 'LICENSE'])
    expect(names).toContain(`busker/${name}`);
});

it('a packed file is unpacked as it was, and the same files are the same bytes', () => {
  const files = [
    ['busker/a.txt', 'one'],
    ['busker/ünï.txt', 'two '.repeat(1000)],
    ['busker/empty', ''],
  ];
  expect(unzipped(zipOf(files))).toEqual(files);
  expect(zipOf(files).equals(zipOf(files))).toBe(true);
});

// Holds host-103.
it.each(languages)('%s has every text of the plugin, with its marks', (name) => {
  const texts = readPo(readFileSync(new URL(`languages/${name}`, folder), 'utf8'));
  expect([...texts.keys()].filter((id) => id !== '').toSorted()).toEqual(wanted);
  const strayed = [...texts].filter(([id, text]) => id !== '' && marks(text).join() !== marks(id).join());
  expect(strayed).toEqual([]);
});

it('a compiled translation has its texts sorted, so that a reader can search it by halves', () => {
  const mo = moOf(
    new Map([
      ['b', 'zwei'],
      ['', 'head'],
      ['a', 'eins'],
    ]),
  );
  const textAt = (table, row) => {
    const at = mo.readUInt32LE(table) + row * 8;
    return mo.toString('utf8', mo.readUInt32LE(at + 4), mo.readUInt32LE(at + 4) + mo.readUInt32LE(at));
  };
  expect([0, 1, 2].map((row) => [textAt(12, row), textAt(16, row)])).toEqual([
    ['', 'head'],
    ['a', 'eins'],
    ['b', 'zwei'],
  ]);
});

it('prints no script by hand, names its text domain, and its versions agree', () => {
  expect(plugin).not.toMatch(/<script/i);
  expect(plugin).toContain('* Text Domain: busker');
  const [, stable] = /^Stable tag: (.+)$/m.exec(readFileSync(new URL('readme.txt', folder), 'utf8')) ?? [];
  expect(plugin).toContain(`* Version: ${stable}`);
  expect({ version, title }).toEqual({ version: undefined, title: 'Busker' });
});

it('the block has every attribute that the shortcode takes', () => {
  const [, list = ''] = /function busker_attributes\(\) \{\s+return array\( (.*) \);/.exec(plugin) ?? [];
  expect(Object.keys(attributes)).toEqual(list.split(', ').map((name) => name.slice(1, -1)));
});
