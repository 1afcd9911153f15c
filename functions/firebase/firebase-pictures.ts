import { getStorage, type Storage } from 'firebase-admin/storage';
import type { App } from 'firebase-admin/app';
import { ok, type Result } from '../../core/result';
import { isPictureSlot, maxBytesOf, type DraftPicture } from '../../core/picture-slots';
import { pictureTypes, type StoredPicture } from '../../core/profile-document';
import { checkedPicture, pictureMissing } from '../picture-bytes';
import type { PictureBytes, Pictures, Upload } from '../ports/pictures';

const uploadPath = (uid: string, slot: string) => `uploads/${uid}/${slot}`;
const publicPath = (sha256: string) => `public/${sha256}`;

const hasStatus = (error: unknown, status: number) =>
  typeof error === 'object' && error !== null && 'code' in error && Number(error.code) === status;
const isMissing = (error: unknown) => hasStatus(error, 404);

/** Pictures in Cloud Storage: `uploads/{uid}/{slot}` by the owner, `public/{sha256}` by functions alone. */
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
    const [present] = await target.exists();
    if (!present) {
      const metadata = { contentType: type, cacheControl: 'public, max-age=31536000, immutable' };
      await target.save(Buffer.from(bytes), { resumable: false, metadata });
    }
    return ok(checked.value);
  }

  async read(sha256: string): Promise<PictureBytes | undefined> {
    const file = this.bucket.file(publicPath(sha256));
    try {
      const [[metadata], [bytes]] = await Promise.all([file.getMetadata(), file.download()]);
      const type = pictureTypes.find((each) => each === metadata.contentType);
      return type === undefined ? undefined : { bytes, type };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async removeUploads(uid: string): Promise<void> {
    await this.bucket.deleteFiles({ prefix: `uploads/${uid}/`, force: true });
  }

  async *uploads(): AsyncGenerator<Upload> {
    let pageToken: string | undefined;
    do {
      const [files, next] = await this.bucket.getFiles({
        prefix: 'uploads/',
        autoPaginate: false,
        maxResults: 1000,
        ...(pageToken !== undefined && { pageToken }),
      });
      for (const { name, metadata } of files) {
        const [, uid = '', slot = ''] = name.split('/');
        const uploadedAt = Date.parse(metadata.timeCreated ?? '');
        if (isPictureSlot(slot)) yield { uid, slot, generation: String(metadata.generation), uploadedAt };
      }
      pageToken = (next as { pageToken?: string } | null)?.pageToken;
    } while (pageToken !== undefined);
  }

  async removeUpload({ uid, slot, generation }: Upload): Promise<void> {
    try {
      await this.bucket.file(uploadPath(uid, slot)).delete({ ifGenerationMatch: generation });
    } catch (error) {
      // Gone, or another upload lies there by now.
      if (!isMissing(error) && !hasStatus(error, 412)) throw error;
    }
  }

  /** The very upload that the draft names; undefined when it is gone or another one lies there. */
  private async uploaded(uid: string, { slot, generation }: DraftPicture): Promise<Uint8Array | undefined> {
    const file = this.bucket.file(uploadPath(uid, slot));
    try {
      const [metadata] = await file.getMetadata();
      if (String(metadata.generation) !== generation) return undefined;
      // One byte too many is enough to know that it is too large.
      const [bytes] = await file.download({ start: 0, end: maxBytesOf(slot) });
      return bytes;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}
