import type { Page } from '@playwright/test';
import type * as firebaseApp from 'firebase/app';
import type * as firebaseStorage from 'firebase/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserPages, type BrowserPages } from '@busker/emulator-firestore/contract/browser-page';
import { bucketName, openRules, putRules, startTestStorage, type TestStorage } from './test-storage';

declare const sdk: typeof firebaseApp & typeof firebaseStorage;
declare global {
  interface Window {
    storage: firebaseStorage.FirebaseStorage;
    task: firebaseStorage.UploadTask;
    states: string[];
    ended: string | undefined;
  }
}

let server: TestStorage;
let pages: BrowserPages;
let page: Page;

beforeAll(async () => {
  server = await startTestStorage();
  pages = await browserPages(['firebase/app', 'firebase/storage']);
});
afterAll(async () => {
  await pages.close();
  await server.close();
});

beforeEach(async () => {
  await putRules(server, openRules);
  page = await pages.open();
  await page.evaluate(
    ({ port, bucket }) => {
      const app = sdk.initializeApp({ projectId: 'demo-busker', apiKey: 'x', storageBucket: bucket });
      window.storage = sdk.getStorage(app);
      sdk.connectStorageEmulator(window.storage, '127.0.0.1', port);
      window.states = [];
    },
    { port: server.port, bucket: bucketName },
  );
});

/** Starts an upload of this many bytes and records its states; the result is `success` or the error code. */
const startUpload = (name: string, size: number): Promise<void> =>
  page.evaluate(
    ({ to, length }) => {
      const task = sdk.uploadBytesResumable(
        sdk.ref(window.storage, to),
        new Blob([new Uint8Array(length).fill(7)]),
        {
          contentType: 'image/png',
        },
      );
      window.task = task;
      task.on(
        'state_changed',
        (snapshot) => {
          if (window.states.at(-1) !== snapshot.state) window.states.push(snapshot.state);
        },
        (error) => (window.ended = error.code),
        () => (window.ended = 'success'),
      );
    },
    { to: name, length: size },
  );

const outcome = (): Promise<string | undefined> => page.evaluate(() => window.ended);
/** The result of the upload. */
const end = async (): Promise<string | undefined> => {
  await page.waitForFunction(() => window.ended !== undefined, undefined, { timeout: 15_000 });
  return outcome();
};
const size = 12 * 1024 * 1024;

describe('the web SDK in a browser', () => {
  it('uploads, downloads, lists and deletes from another origin', async () => {
    const seen = await page.evaluate(async () => {
      const at = sdk.ref(window.storage, 'dir/é.txt');
      await sdk.uploadBytes(at, new Blob(['héllo']), { contentType: 'text/plain' });
      const blob = await (await sdk.getBlob(at)).text();
      const names = (await sdk.listAll(sdk.ref(window.storage, 'dir'))).items.map((item) => item.name);
      const url = await sdk.getDownloadURL(at);
      const fetched = await (await fetch(url)).text();
      await sdk.deleteObject(at);
      const gone = await sdk.getMetadata(at).catch((error: { code: string }) => error.code);
      return { blob, names, fetched, gone };
    });
    expect(seen).toEqual({
      blob: 'héllo',
      names: ['é.txt'],
      fetched: 'héllo',
      gone: 'storage/object-not-found',
    });
  });

  it('uploads in chunks, with progress', async () => {
    await startUpload('big', size);
    expect(await end()).toBe('success');
    const metadata = await page.evaluate(() => sdk.getMetadata(sdk.ref(window.storage, 'big')));
    expect([metadata.size, metadata.contentType]).toEqual([size, 'image/png']);
  });

  it('pauses an upload and resumes it at the same byte', async () => {
    await startUpload('paused', size);
    await page.waitForFunction(() => window.task.snapshot.bytesTransferred > 0);
    expect(await page.evaluate(() => window.task.pause())).toBe(true);
    await page.waitForFunction(() => window.states.at(-1) === 'paused');
    expect(await page.evaluate(() => window.task.resume())).toBe(true);
    expect(await end()).toBe('success');
    expect(await page.evaluate(() => window.states)).toEqual(['running', 'paused', 'running']);
    const sum = await page.evaluate(async () =>
      new Uint8Array(await sdk.getBytes(sdk.ref(window.storage, 'paused'))).reduce(
        (total, byte) => total + byte,
        0,
      ),
    );
    expect(sum).toBe(size * 7);
  });

  it('cancels an upload, and nothing is stored', async () => {
    await startUpload('canceled', size);
    await page.waitForFunction(() => window.task.snapshot.bytesTransferred > 0);
    await page.evaluate(() => window.task.cancel());
    expect(await end()).toBe('storage/canceled');
    const gone = await page.evaluate(() =>
      sdk.getMetadata(sdk.ref(window.storage, 'canceled')).catch((error: { code: string }) => error.code),
    );
    expect(gone).toBe('storage/object-not-found');
  });

  it('gets an error when the rules deny an upload', async () => {
    await putRules(server, openRules.replace('if true', 'if request.resource.size < 1000'));
    await startUpload('refused', size);
    expect(await end()).toBe('storage/unauthorized');
  });
});

describe('a page of this machine', () => {
  it('cannot use the administrator’s API', async () => {
    const tried = await page.evaluate(async (url) => {
      const ask = (path: string, init: RequestInit = {}): Promise<string> =>
        fetch(url + path, init).then(
          (answer) => String(answer.status),
          () => 'blocked',
        );
      const rules = { method: 'PUT', body: '{"rules":{"files":[{"content":""}]}}' };
      return [
        await ask('/b/demo/o'),
        await ask('/internal/setRules', rules),
        await ask('/internal/reset', { method: 'POST' }),
      ];
    }, server.url);
    expect(tried).toEqual(['403', '403', '403']);
  });
});
