import type { Clock } from '../clock';
import {
  crc32c,
  crcText,
  pieceBytes,
  type ExportFile,
  type ExportFiles,
  type NewExportFile,
  type UploadState,
} from '../exports/export-files';

interface Upload extends NewExportFile {
  bytes: Buffer;
  isComplete: boolean;
}

interface StoredFile {
  readonly bytes: Buffer;
  readonly saveAs: string;
  readonly writtenAt: number;
}

const storedFile = ({ bytes, saveAs }: Upload, writtenAt: number): StoredFile => ({
  bytes,
  saveAs,
  writtenAt,
});

/** A bucket in memory, as strict as the service about the sizes of pieces. */
export class InMemoryExportFiles implements ExportFiles {
  readonly files = new Map<string, StoredFile>();
  private readonly uploads = new Map<string, Upload>();
  private readonly links = new Map<string, { readonly name: string; readonly until: number }>();
  /** How many bytes the largest piece had. */
  largestPiece = 0;

  /** Tests throw here to make the bucket fail before or after it has received a piece. */
  fault: (step: 'begin' | 'before-append' | 'after-append') => void = () => undefined;

  constructor(private readonly clock: Clock) {}

  begin(file: NewExportFile): Promise<string> {
    return soon(() => {
      this.fault('begin');
      const upload = `https://bucket.test/upload/${this.uploads.size + 1}`;
      this.uploads.set(upload, { ...file, bytes: Buffer.alloc(0), isComplete: false });
      return upload;
    });
  }

  state(address: string): Promise<UploadState> {
    return soon(() => stateOf(this.uploads.get(address)));
  }

  append(address: string, offset: number, bytes: Uint8Array, last: boolean): Promise<UploadState> {
    return soon(() => {
      this.fault('before-append');
      this.largestPiece = Math.max(this.largestPiece, bytes.length);
      const upload = this.uploads.get(address);
      if (upload === undefined) return stateOf(upload);
      if (upload.isComplete || offset !== upload.bytes.length)
        throw new Error(`The piece starts at ${offset}`);
      if (!last && bytes.length % pieceBytes !== 0) throw new Error(`A piece has ${bytes.length} bytes`);
      upload.bytes = Buffer.concat([upload.bytes, bytes]);
      upload.isComplete = last;
      if (last) this.files.set(upload.name, storedFile(upload, this.clock.now()));
      this.fault('after-append');
      return stateOf(upload);
    });
  }

  link(name: string, until: number): Promise<string> {
    const link = `https://bucket.test/${name}?until=${until}`;
    this.links.set(link, { name, until });
    return Promise.resolve(link);
  }

  /** A browser's answer from a link. */
  open(link: string): { readonly status: number; readonly text: string; readonly saveAs: string } {
    const given = this.links.get(link);
    const file = given && this.files.get(given.name);
    if (given === undefined || file === undefined) return { status: 403, text: '', saveAs: '' };
    if (given.until <= this.clock.now()) return { status: 400, text: '', saveAs: '' };
    return {
      status: 200,
      text: file.bytes.toString(),
      saveAs: `attachment; filename="${file.saveAs}"`,
    };
  }

  removeBelow(prefix: string): Promise<void> {
    for (const name of this.files.keys()) if (name.startsWith(prefix)) this.files.delete(name);
    return Promise.resolve();
  }

  async *all(): AsyncGenerator<ExportFile> {
    for (const [name, { writtenAt }] of this.files) yield { name, writtenAt };
  }

  /** Gives up every upload, as the service does after a week. */
  forgetUploads(): void {
    this.uploads.clear();
  }
}

const soon = async <T>(work: () => T): Promise<T> => Promise.resolve().then(work);

function stateOf(upload: Upload | undefined): UploadState {
  if (upload === undefined) return { kind: 'gone' };
  const { bytes, isComplete } = upload;
  if (!isComplete) return { kind: 'open', received: bytes.length };
  return { kind: 'complete', size: bytes.length, crc32c: crcText(crc32c(0, bytes)) };
}
