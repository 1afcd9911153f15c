/** Every piece of an upload but the last has a multiple of this many bytes (cloud.google.com/storage/docs/performing-resumable-uploads). */
export const pieceBytes = 256 * 1024;

/** What the bucket has of an upload. `gone`: it was given up, or it is older than a week. */
export type UploadState =
  | { readonly kind: 'open'; readonly received: number }
  | { readonly kind: 'complete'; readonly size: number; readonly crc32c: string }
  | { readonly kind: 'gone' };

export interface NewExportFile {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** The name under which a browser saves it. */
  readonly saveAs: string;
}

export interface ExportFile {
  readonly name: string;
  /** Epoch milliseconds. */
  readonly writtenAt: number;
}

/** The port to the storage of exports: files below `exports/`, which no browser can read without a signed link. */
export interface ExportFiles {
  /** Starts an upload that may be continued for a week, and returns the address of the upload. */
  begin(file: NewExportFile): Promise<string>;
  state(upload: string): Promise<UploadState>;
  /**
   * Appends bytes at `offset`, which is the number of bytes received so far. `last` ends the file. The bucket may have received only a part of them.
   */
  append(upload: string, offset: number, bytes: Uint8Array, last: boolean): Promise<UploadState>;
  /** A link to the file that works until a time (epoch milliseconds), for everybody who has it. */
  link(name: string, until: number): Promise<string>;
  /** Removes every file whose name has this prefix. */
  removeBelow(prefix: string): Promise<void>;
  /** Every file, page by page. */
  all(): AsyncIterable<ExportFile>;
}

/** The folder of one owner's exports. */
export const exportFolderOf = (uid: string): string => `exports/${uid}/`;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  // Castagnoli's polynomial, reflected.
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value >>> 0;
});

/** The checksum of the bytes that `before` covers followed by these. Zero covers nothing. RFC 9260, appendix A. */
export function crc32c(before: number, bytes: Uint8Array): number {
  let crc = (before ^ 0xffffffff) >>> 0;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** As Cloud Storage writes it: base64 of the big-endian number. */
export function crcText(crc: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc);
  return bytes.toString('base64');
}
