import { readFile, readdir } from 'node:fs/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import { root } from '../run.mjs';

/** The text inside the quotes of a line of a .po file. */
const unquoted = (line) => JSON.parse(line.slice(line.indexOf('"')));

/**
 * The translations of a .po file (gettext's manual, chapter 10), without plural forms and contexts, which ours do not have. The header is that of ''.
 * @param {string} text
 * @returns {Map<string, string>}
 */
export function readPo(text) {
  const found = new Map();
  for (const block of text.split(/\n{2,}/)) {
    const parts = { msgid: '', msgstr: '' };
    let current = null;
    for (const line of block.split('\n')) {
      const [, word] = /^(msg\w+) "/.exec(line) ?? [];
      if (word !== undefined && !Object.hasOwn(parts, word)) throw new Error(`A .po file has ${word}`);
      current = word ?? current;
      if (current !== null && /^(msg\w+ )?"/.test(line)) parts[current] += unquoted(line);
    }
    if (current !== null && parts.msgstr !== '') found.set(parts.msgid, parts.msgstr);
  }
  return found;
}

/**
 * The compiled form, a .mo file (gettext's manual, 10.3), in which texts lie sorted by their bytes.
 * @param {Map<string, string>} translations
 * @returns {Buffer}
 */
export function moOf(translations) {
  const pairs = [...translations]
    .map(([id, text]) => [Buffer.from(id), Buffer.from(text)])
    .toSorted(([a], [b]) => Buffer.compare(a, b));
  const header = 28;
  const count = pairs.length;
  const texts = [];
  let at = header + count * 16;
  const table = Buffer.alloc(count * 16);
  [0, 1].forEach((column) =>
    pairs.forEach((pair, row) => {
      const bytes = pair[column];
      table.writeUInt32LE(bytes.length, (column * count + row) * 8);
      table.writeUInt32LE(at, (column * count + row) * 8 + 4);
      texts.push(bytes, Buffer.from([0]));
      at += bytes.length + 1;
    }),
  );
  const start = Buffer.alloc(header);
  [0x950412de, 0, count, header, header + count * 8, 0, header + count * 16].forEach((value, index) =>
    start.writeUInt32LE(value, index * 4),
  );
  return Buffer.concat([start, table, ...texts]);
}

/** 1 January 1980, the first date of the format: the same files are the same bytes, whenever they are packed. */
const date = 0x0021;
const version = 20;
const utf8 = 0x0800;
const deflated = 8;

/** The fields that both records of a file share (APPNOTE 4.3.7 and 4.3.12). */
function fieldsOf({ name, crc, packed, size }) {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(version, 0);
  fields.writeUInt16LE(utf8, 2);
  fields.writeUInt16LE(deflated, 4);
  fields.writeUInt16LE(date, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

/**
 * A ZIP file (PKWARE's APPNOTE 6.3.3, without its 64-bit parts) of these files, in this order.
 * @param {readonly (readonly [path: string, content: Buffer | string])[]} files
 * @returns {Buffer}
 */
export function zipOf(files) {
  const locals = [];
  const directory = [];
  let offset = 0;
  for (const [path, content] of files) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes, { level: 9 });
    const name = Buffer.from(path);
    const fields = fieldsOf({ name, crc: crc32(bytes), packed, size: bytes.length });
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, name, packed]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(offset, 10);
    // "Made by" is version 2.0 of the format, on a system without rights of files.
    const madeBy = Buffer.from([version, 0]);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), madeBy, fields, more, name]));
    locals.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listed, end]);
}

/** Where the plugin for WordPress is; its README is for readers of this repository. */
const folder = `${root}examples/wordpress/`;
const shipped = ['block.js', 'block.json', 'busker.php', 'readme.txt', 'uninstall.php'];

/**
 * The files of the plugin as WordPress installs them, below one folder: translations compiled from the .po files beside them.
 * @returns {Promise<[string, Buffer][]>}
 */
export async function wordpressFiles() {
  const own = shipped.map(async (name) => [`busker/${name}`, await readFile(folder + name)]);
  const translations = (await readdir(`${folder}languages`))
    .filter((name) => name.endsWith('.po'))
    .toSorted();
  const compiled = translations.map(async (name) => [
    `busker/languages/${name.replace(/\.po$/, '.mo')}`,
    moOf(readPo(await readFile(`${folder}languages/${name}`, 'utf8'))),
  ]);
  const licence = ['busker/LICENSE', await readFile(`${root}LICENSE`)];
  return [...(await Promise.all([...own, ...compiled])), licence];
}

/** Lays the plugin for WordPress beside the dashboard, which links it: `/busker.zip`. */
export function wordpressPlugin() {
  return {
    name: 'wordpress-plugin',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'busker.zip', source: zipOf(await wordpressFiles()) });
    },
  };
}
