import { crc32 } from 'node:zlib';

/**
 * One record a line: the length of the JSON in bytes, its CRC-32, the JSON. `0000001c 9f2b6c01 {"…"}
 * `
 */
const HEAD = 18;

const hex = (value: number): string => value.toString(16).padStart(8, '0');

export function encodeRecord(json: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(json), 'utf8');
  return Buffer.concat([Buffer.from(`${hex(body.length)} ${hex(crc32(body))} `), body, Buffer.from('\n')]);
}

export interface RecordsRead {
  /** The number of bytes in complete records; less than the file when its last record is incomplete. */
  readonly whole: number;
  /** A complete record follows the damaged bytes: the damage is not an incomplete last record. */
  readonly damaged: boolean;
}

function recordAt(file: Buffer, start: number): { body: Buffer; end: number } | null {
  const head = file.subarray(start, start + HEAD).toString('latin1');
  if (!/^[0-9a-f]{8} [0-9a-f]{8} $/.test(head)) return null;
  const bodyStart = start + HEAD;
  const bodyEnd = bodyStart + Number.parseInt(head.slice(0, 8), 16);
  const body = file.subarray(bodyStart, bodyEnd);
  if (bodyEnd >= file.length || file[bodyEnd] !== 0x0a) return null;
  return crc32(body) === Number.parseInt(head.slice(9, 17), 16) ? { body, end: bodyEnd + 1 } : null;
}

function wholeRecordAfter(file: Buffer, broken: number): boolean {
  for (let at = file.indexOf(0x0a, broken); at !== -1; at = file.indexOf(0x0a, at + 1)) {
    if (recordAt(file, at + 1) !== null) return true;
  }
  return false;
}

export function readRecords(file: Buffer, visit: (json: unknown) => void): RecordsRead {
  let position = 0;
  while (position < file.length) {
    const record = recordAt(file, position);
    if (record === null) return { whole: position, damaged: wholeRecordAfter(file, position) };
    const json: unknown = JSON.parse(record.body.toString('utf8'));
    visit(json);
    position = record.end;
  }
  return { whole: position, damaged: false };
}
