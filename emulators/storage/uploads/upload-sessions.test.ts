import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UploadSessions, type Upload } from './upload-sessions';

const hourMs = 60 * 60 * 1000;
const weekMs = 7 * 24 * hourMs;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'busker-uploads-'));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

const plan = { bucket: 'b', name: 'n', metadata: {}, contentType: null, size: 3 };
const open = (): UploadSessions => new UploadSessions(folder, 100);
const files = async (): Promise<string[]> => (await readdir(join(folder, 'uploads'))).sort();
const later = (milliseconds: number): void => void vi.setSystemTime(Date.now() + milliseconds);
const ask = (uploads: UploadSessions, { id }: Upload): Promise<Upload> =>
  uploads.inTurn(id, (upload) => Promise.resolve(upload));

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from('abc'));
}

describe('uploads', () => {
  it('are kept for a week, whatever their result, and then deleted', async () => {
    const uploads = open();
    const [ended, cancelled, paused] = [
      await uploads.start(plan),
      await uploads.start(plan),
      await uploads.start(plan),
    ];
    await uploads.receive(paused, 0, bytes());
    await uploads.close(ended, 7);
    await uploads.cancel(cancelled);
    const all = [ended, cancelled, paused];
    later(weekMs - hourMs);
    for (const now of [uploads, open()]) {
      const found = await Promise.all(all.map((upload) => ask(now, upload)));
      expect(found.map((upload) => [upload.final, upload.cancelled, upload.received])).toEqual([
        [7, false, expect.anything()],
        [null, true, expect.anything()],
        [null, false, 3],
      ]);
    }
    later(2 * hourMs);
    for (const now of [uploads, open()])
      for (const upload of all) await expect(ask(now, upload)).rejects.toMatchObject({ status: 404 });
  });

  it('leave no file behind in a running server, including bytes that arrived late', async () => {
    const uploads = open();
    const old = await uploads.start(plan);
    await uploads.cancel(await uploads.start(plan));
    await uploads.close(await uploads.start(plan), 7);
    const part = join(folder, 'uploads', `${old.id}.part`);
    later(weekMs + 2 * hourMs);
    await utimes(part, new Date(), new Date());
    const young = await uploads.start(plan);
    expect(await files()).toEqual([`${young.id}.json`, `${young.id}.part`]);
    await ask(uploads, young);
  });

  it('that were interrupted leave no file behind, and recent uploads stay', async () => {
    open();
    for (const name of ['cut.part', 'cut.json.1.next']) await writeFile(join(folder, 'uploads', name), '');
    open();
    expect(await files()).toEqual(['cut.json.1.next', 'cut.part']);
    later(weekMs + 2 * hourMs);
    open();
    expect(await files()).toEqual([]);
  });
});
