import { crc32, deflateRawSync } from 'node:zlib';

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
