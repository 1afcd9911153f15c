import { sameUpload, type DraftPicture } from '@busker/core/pictures/picture-slots';
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
import {
  checkedPicture,
  pictureMissing,
  type OwnerUpload,
  type PictureBytes,
  type Pictures,
  type PublicPicture,
} from '../pictures/pictures';

/** Picture storage in memory: one upload per slot, as in a bucket, and one copy per hash. */
export class InMemoryPictures implements Pictures {
  private readonly published = new Map<string, PictureBytes & { readonly copy: PublicPicture }>();
  private lying: readonly (OwnerUpload & { readonly bytes: Uint8Array })[] = [];
  private copies = 0;
  /** Awaited before each request. */
  pause: () => Promise<void> = () => Promise.resolve();

  constructor(private readonly clock: Clock) {}

  upload(uid: string, picture: DraftPicture, bytes: Uint8Array): void {
    const others = this.lying.filter((each) => each.uid !== uid || each.slot !== picture.slot);
    this.lying = [...others, { ...picture, uid, uploadedAt: this.clock.now(), bytes }];
  }

  async publish(uid: string, picture: DraftPicture) {
    await this.pause();
    const found = this.lying.find((each) => each.uid === uid && sameUpload(each, picture));
    const checked = found === undefined ? pictureMissing() : checkedPicture(found.bytes, picture);
    if (!checked.ok || found === undefined) return checked;
    await this.pause();
    const { sha256, type } = checked.value;
    const generation = String((this.copies += 1));
    const copy = { sha256, generation, writtenAt: this.clock.now(), unnamedSince: null, withheldSince: null };
    this.published.set(sha256, { bytes: found.bytes, type, copy });
    return checked;
  }

  async read(sha256: string, which: 'shown' | 'any' = 'shown') {
    await this.pause();
    const found = this.published.get(sha256);
    return which === 'any' || found?.copy.withheldSince === null ? found : undefined;
  }

  async *publicPictures(): AsyncGenerator<PublicPicture> {
    await this.pause();
    yield* [...this.published.values()].map(({ copy }) => copy);
  }

  async findPublic(sha256: string): Promise<PublicPicture | undefined> {
    await this.pause();
    return this.published.get(sha256)?.copy;
  }

  async noteUnnamed(picture: PublicPicture, unnamedSince: number | null): Promise<void> {
    await this.note(picture, { unnamedSince });
  }

  async withhold(picture: PublicPicture, withheldSince: number | null): Promise<void> {
    await this.note(picture, { withheldSince });
  }

  private async note({ sha256, generation }: PublicPicture, noted: Partial<PublicPicture>): Promise<void> {
    await this.pause();
    const found = this.published.get(sha256);
    if (found?.copy.generation !== generation) return;
    this.published.set(sha256, { ...found, copy: { ...found.copy, ...noted } });
  }

  async removePublic({ sha256, generation }: PublicPicture): Promise<void> {
    await this.pause();
    if (this.published.get(sha256)?.copy.generation === generation) this.published.delete(sha256);
  }

  async removeUploads(uid: string): Promise<void> {
    await this.pause();
    this.lying = this.lying.filter((each) => each.uid !== uid);
  }

  async *uploads(after: string | null = null): AsyncGenerator<OwnerUpload> {
    await this.pause();
    const name = ({ uid, slot }: OwnerUpload) => `${uid}/${slot}`;
    const left = this.lying.filter((each) => after === null || name(each) > `${after}0`);
    yield* left.toSorted((a, b) => (name(a) < name(b) ? -1 : 1));
  }

  async removeUpload(upload: OwnerUpload): Promise<void> {
    await this.pause();
    this.lying = this.lying.filter((each) => each.uid !== upload.uid || !sameUpload(each, upload));
  }
}

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
