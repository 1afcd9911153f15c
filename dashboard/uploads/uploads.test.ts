import { describe, beforeEach, expect, test, vi } from 'vitest';
import type { OwnerFiles } from '../data/backend';
import { inMemoryFiles } from '../testing/in-memory-backend';
import { FakeBackend } from '../testing/fake-backend';
import { UploadQueue } from './uploads';

describe('upload queue', () => {
  const picture = new Blob(['12345678'], { type: 'image/png' });
  let fake: FakeBackend;
  let queue: UploadQueue;
  const arrived = vi.fn<(picture: { slot: string; generation: string }) => void>();
  const start = (purpose: string, slot: 'picture-a' | 'link-01' = 'picture-a') =>
    queue.start(purpose, { slot, picture, arrived });
  const kind = (purpose: string) => queue.jobOf(purpose)?.state.kind;

  beforeEach(() => {
    arrived.mockClear();
    fake = new FakeBackend();
    queue = new UploadQueue(async () => inMemoryFiles(fake));
  });

  test('points the draft at an uploaded picture once, then is idle', async () => {
    await start('own');
    expect(queue.isBusy).toBe(true);
    fake.uploads[0]?.finish();
    expect(arrived.mock.calls).toEqual([[{ slot: 'picture-a', generation: '1' }]]);
    expect(kind('own')).toBe('done');
    expect(queue.isBusy).toBe(false);
  });

  test('uploads several pictures at once, each into its own slot', async () => {
    await Promise.all([start('own'), start('k1', 'link-01')]);
    expect(queue.busySlots()).toEqual(new Set(['picture-a', 'link-01']));
    fake.uploads[1]?.finish();
    expect(kind('own')).toBe('running');
    expect(kind('k1')).toBe('done');
  });

  // Holds dash-042.
  test('replaces an upload by a second one for the same purpose, which alone reaches the draft', async () => {
    await start('own');
    await start('own');
    fake.uploads[0]?.finish();
    expect(arrived).not.toHaveBeenCalled();
    fake.uploads[1]?.finish();
    expect(arrived).toHaveBeenCalledTimes(1);
  });

  test('cancels at once, even before the upload’s code has loaded', async () => {
    const begun = start('own');
    queue.cancel('own');
    expect(kind('own')).toBe('cancelled');
    await begun;
    expect(kind('own')).toBe('cancelled');
    fake.uploads[0]?.finish();
    expect(arrived).not.toHaveBeenCalled();
  });

  // Holds dash-041.
  test('reports code that does not load as a failure, and can send the same picture again', async () => {
    const openFiles = vi
      .fn<() => Promise<OwnerFiles>>(async () => inMemoryFiles(fake))
      .mockRejectedValueOnce(new TypeError('offline'));
    queue = new UploadQueue(openFiles);
    await start('own');
    expect(queue.jobOf('own')).toMatchObject({
      picture,
      state: { kind: 'failed', failure: { code: 'upload/unknown' } },
    });
    await start('own');
    expect(kind('own')).toBe('running');
  });

  test('cancels the upload of a removed link', async () => {
    await start('k1', 'link-01');
    queue.drop('k1');
    fake.uploads[0]?.finish();
    expect(arrived).not.toHaveBeenCalled();
    expect(queue.jobOf('k1')).toBeNull();
    expect(queue.isBusy).toBe(false);
  });
});
