import { sameUpload, type DraftPicture } from '../../core/picture-slots';
import type { Clock } from '../ports/clock';
import { checkedPicture, pictureMissing } from '../picture-bytes';
import type { PictureBytes, Pictures, Upload } from '../ports/pictures';

/** Picture storage in memory: one upload lies in a slot, as in a bucket. */
export class MemoryPictures implements Pictures {
  readonly published = new Map<string, PictureBytes>();
  private lying: readonly (Upload & { readonly bytes: Uint8Array })[] = [];

  constructor(private readonly clock: Clock) {}

  upload(uid: string, picture: DraftPicture, bytes: Uint8Array): void {
    const others = this.lying.filter((each) => each.uid !== uid || each.slot !== picture.slot);
    this.lying = [...others, { ...picture, uid, uploadedAt: this.clock.now(), bytes }];
  }

  publish(uid: string, picture: DraftPicture) {
    const found = this.lying.find((each) => each.uid === uid && sameUpload(each, picture));
    const checked = found === undefined ? pictureMissing() : checkedPicture(found.bytes, picture);
    if (checked.ok && found !== undefined) {
      this.published.set(checked.value.sha256, { bytes: found.bytes, type: checked.value.type });
    }
    return Promise.resolve(checked);
  }

  read(sha256: string) {
    return Promise.resolve(this.published.get(sha256));
  }

  removeUploads(uid: string): Promise<void> {
    this.lying = this.lying.filter((each) => each.uid !== uid);
    return Promise.resolve();
  }

  async *uploads(): AsyncGenerator<Upload> {
    for (const upload of this.lying) yield Promise.resolve(upload);
  }

  removeUpload(upload: Upload): Promise<void> {
    this.lying = this.lying.filter((each) => each.uid !== upload.uid || !sameUpload(each, upload));
    return Promise.resolve();
  }
}
