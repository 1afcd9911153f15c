import assert from 'node:assert/strict';

/** The bucket as a browser meets it: every request is judged by rules/storage.rules. Each call returns the status of the answer. */
export interface UploadsTarget {
  readonly signUp: () => Promise<{ readonly uid: string; readonly token: string }>;
  readonly put: (upload: Upload) => Promise<number>;
  readonly read: (path: string, token: string | null) => Promise<number>;
  readonly remove: (path: string, token: string) => Promise<number>;
}

export interface Upload {
  readonly path: string;
  /** The ID token of the user who uploads; null = nobody is signed in. */
  readonly token: string | null;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The contract of the rules for uploads, on the local bucket and on a real one. Each promise signs up people of its own. */
export interface UploadsPromise {
  readonly promise: string;
  readonly holds: (target: UploadsTarget) => Promise<void>;
}

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(64, 1)]);
const picture = { type: 'image/png', bytes: png };

export const uploadsContract: readonly UploadsPromise[] = [
  {
    promise: 'takes a picture in a slot of its owner, who can read, replace and remove it',
    holds: async ({ signUp, put, read, remove }) => {
      const { uid, token } = await signUp();
      for (const slot of ['picture-a', 'link-24']) {
        const path = `uploads/${uid}/${slot}`;
        assert.equal(await put({ path, token, ...picture }), 200);
        assert.equal(await put({ path, token, ...picture, type: 'image/webp' }), 200);
        assert.equal(await read(path, token), 200);
        assert.equal(await remove(path, token), 204);
      }
    },
  },
  {
    promise: 'refuses uploads of strangers, and reading by them',
    holds: async ({ signUp, put, read, remove }) => {
      const [ada, eve] = [await signUp(), await signUp()];
      const path = `uploads/${ada.uid}/picture-a`;
      assert.equal(await put({ path, token: ada.token, ...picture }), 200);
      for (const token of [eve.token, null]) {
        assert.equal(await put({ path, token, ...picture }), 403);
        assert.equal(await read(path, token), 403);
      }
      assert.equal(await remove(path, eve.token), 403);
      assert.equal(await remove(path, ada.token), 204);
    },
  },
  {
    promise: 'refuses other slots and folders, other types, empty files, and more than 5 MB',
    holds: async ({ signUp, put }) => {
      const { uid, token } = await signUp();
      const own = { path: `uploads/${uid}/picture-a`, token, ...picture };
      const refused: readonly Upload[] = [
        { ...own, path: `uploads/${uid}/picture-c` },
        { ...own, path: `uploads/${uid}/link-25` },
        { ...own, path: `public/${uid}` },
        { ...own, path: `exports/${uid}/1.csv` },
        { ...own, type: 'image/svg+xml' },
        { ...own, type: 'text/html' },
        { ...own, bytes: new Uint8Array() },
        { ...own, bytes: new Uint8Array(5 * 1024 * 1024 + 1) },
        { ...own, path: `uploads/${uid}/link-01`, bytes: new Uint8Array(256 * 1024 + 1) },
      ];
      for (const [index, upload] of refused.entries())
        assert.equal(await put(upload), 403, `upload ${index} to ${upload.path}`);
    },
  },
];

/** The same requests as a browser's SDK sends: https://firebase.google.com/docs/storage/web/upload-files */
export function browserUploads(bucketUrl: string): Omit<UploadsTarget, 'signUp'> {
  const headersOf = (token: string | null): Record<string, string> =>
    token === null ? {} : { authorization: `Firebase ${token}` };
  const ask = async (url: string, init: RequestInit): Promise<number> => {
    const answer = await fetch(url, init);
    await answer.body?.cancel();
    return answer.status;
  };
  const at = (path: string) => `${bucketUrl}/o/${encodeURIComponent(path)}`;
  return {
    put: ({ path, token, type, bytes }) =>
      ask(`${bucketUrl}/o?name=${encodeURIComponent(path)}`, {
        method: 'POST',
        headers: { ...headersOf(token), 'content-type': type },
        body: new Uint8Array(bytes),
      }),
    read: (path, token) => ask(at(path), { headers: headersOf(token) }),
    remove: (path, token) => ask(at(path), { method: 'DELETE', headers: headersOf(token) }),
  };
}
