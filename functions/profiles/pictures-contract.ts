import assert from 'node:assert/strict';
import type { Pictures } from '../pictures/pictures';

/** A picture storage, and a function that puts an upload into an owner’s slot and returns its generation. */
export interface PicturesTarget {
  readonly pictures: Pictures;
  readonly upload: (uid: string, slot: 'picture-a', bytes: Uint8Array) => Promise<string>;
}

/** The contract of every picture storage, in memory, on the local bucket and on a real one. Each promise has owners of its own. */
export interface PicturesPromise {
  readonly promise: string;
  readonly holds: (target: PicturesTarget, uid: string) => Promise<void>;
}

/** A picture that no other test publishes. */
const pictureOf = (uid: string): Uint8Array =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(uid)]);

const slot = 'picture-a';

async function published({ pictures, upload }: PicturesTarget, uid: string) {
  const generation = await upload(uid, slot, pictureOf(uid));
  const done = await pictures.publish(uid, { slot, generation });
  assert.ok(done.ok);
  const copy = await pictures.findPublic(done.value.sha256);
  assert.ok(copy);
  return { generation, copy };
}

export const picturesContract: readonly PicturesPromise[] = [
  {
    promise: 'shows a published upload under its hash, byte for byte',
    holds: async (target, uid) => {
      const { copy } = await published(target, uid);
      const found = await target.pictures.read(copy.sha256);
      assert.equal(found?.type, 'image/png');
      assert.deepEqual(Buffer.from(found.bytes), Buffer.from(pictureOf(uid)));
      await target.pictures.removePublic(copy);
      assert.equal(await target.pictures.findPublic(copy.sha256), undefined);
      await target.pictures.removeUploads(uid);
    },
  },
  {
    promise: 'publishes only the upload that the draft names, for its owner',
    holds: async (target, uid) => {
      const generation = await target.upload(uid, slot, pictureOf(uid));
      const { pictures } = target;
      assert.equal((await pictures.publish(uid, { slot, generation: '1' })).ok, false);
      assert.equal((await pictures.publish(`${uid}-other`, { slot, generation })).ok, false);
      await pictures.removeUploads(uid);
      assert.equal((await pictures.publish(uid, { slot, generation })).ok, false);
    },
  },
  {
    promise: 'withholds a picture, and shows it again',
    holds: async (target, uid) => {
      const { copy } = await published(target, uid);
      await target.pictures.withhold(copy, 1_700_000_000_123);
      assert.equal(await target.pictures.read(copy.sha256), undefined);
      assert.equal((await target.pictures.read(copy.sha256, 'any'))?.type, 'image/png');
      await target.pictures.withhold(copy, null);
      assert.notEqual(await target.pictures.read(copy.sha256), undefined);
      await target.pictures.removePublic(copy);
      await target.pictures.removeUploads(uid);
    },
  },
];
