import { sameUpload, type DraftPicture } from '@busker/core/pictures/picture-slots';
import type { Clock } from '../clock';
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
