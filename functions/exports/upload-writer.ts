import type { Deps } from '../deps';
import { crc32c, crcText, pieceBytes, type UploadState } from './export-files';

/** Bytes that wait for the bucket before a piece is sent. */
const sentFrom = 4 * pieceBytes;

/** A place in the file between two parts, from which the file can be written again. */
export interface Mark<T> {
  /** Bytes before this place. */
  readonly start: number;
  /** Their checksum. */
  readonly crc: number;
  readonly at: T;
}

/** The upload is not there any more: it was given up, or it is older than a week. */
class UploadGone extends Error {
  constructor() {
    super('An upload of an export is gone');
    this.name = 'UploadGone';
  }
}

/**
 * Continues an upload. It gets the parts of the file from a mark on, and leaves out the bytes that the bucket has already. Only the bytes that the
 * bucket does not have yet are in memory.
 */
export class UploadWriter<T> {
  private readonly waiting: Buffer[] = [];
  private waits = 0;
  private position: number;
  private crc: number;
  private readonly marks: Mark<T>[];

  constructor(
    private readonly files: Deps['exportFiles'],
    private readonly upload: string,
    mark: Mark<T>,
    private bucket: UploadState,
  ) {
    this.position = mark.start;
    this.crc = mark.crc;
    this.marks = [mark];
  }

  /** Adds a part, after which comes the place `at`. */
  async add(text: string, at: T): Promise<void> {
    const bytes = Buffer.from(text);
    const known = this.received + this.waits;
    const fresh = bytes.subarray(Math.min(bytes.length, Math.max(0, known - this.position)));
    this.crc = crc32c(this.crc, bytes);
    this.position += bytes.length;
    this.waiting.push(fresh);
    this.waits += fresh.length;
    this.marks.push({ start: this.position, crc: this.crc, at });
    if (this.waits >= sentFrom) await this.sendPieces();
  }

  /** Sends all but the end that is smaller than a piece. */
  async sendPieces(): Promise<void> {
    while (this.waits >= pieceBytes && this.bucket.kind === 'open')
      await this.send(this.waits - (this.waits % pieceBytes), false);
  }

  /** The latest place before which the bucket has everything. */
  safeMark(): Mark<T> {
    let [mark] = this.marks;
    while (this.marks[1] !== undefined && this.marks[1].start <= this.received) {
      this.marks.shift();
      [mark] = this.marks;
    }
    if (mark === undefined) throw new Error('There is no mark');
    return mark;
  }

  /** Sends what is left and ends the file. Returns its size, or null when the bucket has other bytes than the parts. */
  async finish(): Promise<number | null> {
    while (this.bucket.kind === 'open') await this.send(this.waits, true);
    if (this.bucket.kind === 'gone') throw new UploadGone();
    const isSame = this.bucket.size === this.position && this.bucket.crc32c === crcText(this.crc);
    return isSame ? this.position : null;
  }

  private get received(): number {
    switch (this.bucket.kind) {
      case 'open':
        return this.bucket.received;
      case 'complete':
        return this.bucket.size;
      case 'gone':
        throw new UploadGone();
    }
  }

  private async send(size: number, last: boolean): Promise<void> {
    const before = this.received;
    const bytes = Buffer.concat(this.waiting);
    this.bucket = await this.files.append(this.upload, before, bytes.subarray(0, size), last);
    const rest = bytes.subarray(this.received - before);
    this.waiting.splice(0, this.waiting.length, rest);
    this.waits = rest.length;
  }
}
