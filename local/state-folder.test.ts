import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pushKeyOf } from '@busker/functions/push/push-config';
import { readKeys } from './keys';
import { openStateFolder } from './state-folder';

describe('a folder with the state', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'busker-state-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  describe('the state folder', () => {
    it('is locked by one process at a time', async () => {
      const first = await openStateFolder(folder);
      await expect(openStateFolder(folder)).rejects.toThrow(`is in use by process ${process.pid}`);
      first.release();
      (await openStateFolder(folder)).release();
    });

    it('is refused with one sentence when it is a file, or lies below one', async () => {
      const file = join(folder, 'notes.txt');
      await writeFile(file, 'mine');
      for (const [path, why] of [
        [file, 'it is a file'],
        [join(file, 'state'), 'a part of its path is a file'],
      ] as const)
        await expect(openStateFolder(path)).rejects.toThrow(
          `${path} cannot hold the state: ${why}. Choose another folder with BUSKER_STATE.`,
        );
    });

    it('is not changed when it is incomplete or not ours', async () => {
      await writeFile(join(folder, 'holiday.jpg'), 'mine');
      await expect(openStateFolder(folder)).rejects.toThrow('is incomplete');
      expect((await stat(join(folder, 'holiday.jpg'))).size).toBe(4);
    });

    it('of another version is refused', async () => {
      await writeFile(join(folder, 'busker-state.json'), '{"version":2}');
      await expect(openStateFolder(folder)).rejects.toThrow('another version of Busker');
    });

    it('with an incomplete marker is refused with one sentence', async () => {
      await writeFile(join(folder, 'busker-state.json'), '{"vers');
      await expect(openStateFolder(folder)).rejects.toThrow('another version of Busker');
    });

    it('is emptied on reset, except for files of others', async () => {
      const state = await openStateFolder(folder);
      await writeFile(state.stripe, 'half a rec');
      await writeFile(join(folder, 'holiday.jpg'), 'mine');
      state.release();
      const fresh = await openStateFolder(folder, { reset: true });
      await expect(stat(fresh.stripe)).rejects.toThrow('ENOENT');
      expect((await stat(join(folder, 'holiday.jpg'))).size).toBe(4);
      fresh.release();
    });
  });

  describe('keys', () => {
    it("are created once, readable only by the folder's owner, and different for each folder", async () => {
      const path = join(folder, 'keys.json');
      const keys = await readKeys(path);
      expect(keys).toEqual({
        buskerSecret: expect.stringMatching(/^[0-9a-f]{64}$/),
        stripeSecretKey: expect.stringMatching(/^sk_test_sandbox_[0-9a-f]{32}$/),
        stripePublishableKey: expect.stringMatching(/^pk_test_sandbox_[0-9a-f]{32}$/),
        stripeWebhookSecrets: {
          account: expect.stringMatching(/^whsec_[0-9a-f]{48}$/),
          connect: expect.stringMatching(/^whsec_[0-9a-f]{48}$/),
        },
        vapidPrivateKey: expect.stringMatching(/^[\w-]{43}$/),
      });
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect(await readKeys(path)).toEqual(keys);
      expect(await readKeys(join(folder, 'other.json'))).not.toEqual(keys);
    });

    it('that cannot be read are not overwritten', async () => {
      const path = join(folder, 'keys.json');
      await writeFile(path, '{}');
      await expect(readKeys(path)).rejects.toThrow(`${path} cannot be read`);
    });
  });
});

const keysPath = async () => join(await mkdtemp(join(tmpdir(), 'busker-keys-')), 'keys.json');

describe('the keys of a start', () => {
  it('keeps the keys of the first start', async () => {
    const path = await keysPath();
    const first = await readKeys(path);
    expect(pushKeyOf(first.vapidPrivateKey)).not.toBeNull();
    expect(await readKeys(path)).toEqual(first);
  });

  it('adds a key for push to a folder of an earlier release, and keeps it', async () => {
    const path = await keysPath();
    const { vapidPrivateKey: _missing, ...earlier } = await readKeys(path);
    await writeFile(path, JSON.stringify(earlier));
    const read = await readKeys(path);
    expect(read).toMatchObject(earlier);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(read);
  });
});
