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
