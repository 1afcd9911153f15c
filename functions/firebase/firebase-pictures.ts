import { getStorage, type Storage } from 'firebase-admin/storage';
import type { App } from 'firebase-admin/app';
import { ok, type Result } from '../../core/base/result';
import { isPictureSlot, maxBytesOf, type DraftPicture } from '../../core/profile/picture-slots';
import { pictureTypes, type StoredPicture } from '../../core/profile/stored-profile';
import { checkedPicture, pictureMissing } from '../profiles/picture-bytes';
import type { PictureBytes, Pictures, PublicPicture, OwnerUpload } from '../profiles/pictures';
import {
  filesBelow,
  isMissing,
  noted,
  publicPictureOf,
  unlessGone,
  unnamedSinceKey,
  withheldSinceKey,
} from './bucket-files';

const uploadPath = (uid: string, slot: string) => `uploads/${uid}/${slot}`;
const publicPath = (sha256: string) => `public/${sha256}`;

/** Pictures in Cloud Storage: owners write `uploads/{uid}/{slot}`, only functions write `public/{sha256}`. */
export class FirebasePictures implements Pictures {
  private readonly bucket: ReturnType<Storage['bucket']>;

  constructor(app: App, bucket: string) {
    this.bucket = getStorage(app).bucket(bucket);
  }

  async publish(uid: string, picture: DraftPicture): Promise<Result<StoredPicture>> {
    const bytes = await this.uploaded(uid, picture);
    if (bytes === undefined) return pictureMissing();
    const checked = checkedPicture(bytes, picture);
    if (!checked.ok) return checked;
    const { sha256, type } = checked.value;
    const target = this.bucket.file(publicPath(sha256));
    // Browsers get pictures only through the functions, which set the cache time.
    const metadata = { contentType: type, cacheControl: 'private, no-store' };
    await target.save(Buffer.from(bytes), { resumable: false, metadata });
    return ok(checked.value);
  }

  async read(sha256: string, which: 'shown' | 'any' = 'shown'): Promise<PictureBytes | undefined> {
    const file = this.bucket.file(publicPath(sha256));
    try {
      const [[metadata], [bytes]] = await Promise.all([file.getMetadata(), file.download()]);
      const type = pictureTypes.find((each) => each === metadata.contentType);
      const isShown = which === 'any' || noted(metadata, withheldSinceKey) === null;
      return isShown && type !== undefined ? { bytes, type } : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async removeUploads(uid: string): Promise<void> {
    await this.bucket.deleteFiles({ prefix: `uploads/${uid}/`, force: true });
  }

  async *publicPictures(): AsyncGenerator<PublicPicture> {
    for await (const { name, metadata } of filesBelow(this.bucket, publicPath(''))) {
      yield publicPictureOf(name, metadata);
    }
  }

  async findPublic(sha256: string): Promise<PublicPicture | undefined> {
    const name = publicPath(sha256);
    const found = await unlessGone(() => this.bucket.file(name).getMetadata());
    return found && publicPictureOf(name, found[0]);
  }

  async noteUnnamed(picture: PublicPicture, since: number | null): Promise<void> {
    await this.note(picture, unnamedSinceKey, since);
  }

  async withhold(picture: PublicPicture, since: number | null): Promise<void> {
    await this.note(picture, withheldSinceKey, since);
  }

  async removePublic({ sha256, generation }: PublicPicture): Promise<void> {
    await unlessGone(() => this.bucket.file(publicPath(sha256)).delete({ ifGenerationMatch: generation }));
  }

  async *uploads(after: string | null = null): AsyncGenerator<OwnerUpload> {
    // Zero is the character after the slash, so this lies behind every name of that owner.
    const from = after === null ? undefined : `uploads/${after}0`;
    for await (const { name, metadata } of filesBelow(this.bucket, 'uploads/', from)) {
      const [, uid = '', slot = ''] = name.split('/');
      const uploadedAt = Date.parse(metadata.timeCreated ?? '');
      if (isPictureSlot(slot)) yield { uid, slot, generation: String(metadata.generation), uploadedAt };
    }
  }

  async removeUpload({ uid, slot, generation }: OwnerUpload): Promise<void> {
    await unlessGone(() => this.bucket.file(uploadPath(uid, slot)).delete({ ifGenerationMatch: generation }));
  }

  private async note(
    { sha256, generation }: PublicPicture,
    key: string,
    since: number | null,
  ): Promise<void> {
    const metadata = { [key]: since === null ? null : String(since) };
    await unlessGone(() =>
      this.bucket.file(publicPath(sha256)).setMetadata({ metadata }, { ifGenerationMatch: generation }),
    );
  }

  /** The upload of the draft; undefined when it is gone or was replaced. */
  private async uploaded(uid: string, { slot, generation }: DraftPicture): Promise<Uint8Array | undefined> {
    const file = this.bucket.file(uploadPath(uid, slot));
    try {
      const [metadata] = await file.getMetadata();
      if (String(metadata.generation) !== generation) return undefined;
      // One byte above the limit is enough to know that it is too large.
      const [bytes] = await file.download({ start: 0, end: maxBytesOf(slot) });
      return bytes;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}
