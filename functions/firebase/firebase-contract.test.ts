import { deleteApp, initializeApp, type App } from 'firebase-admin/app';
import { initializeFirestore } from 'firebase-admin/firestore';
import { getStorage } from 'firebase-admin/storage';
import { getFunctions } from 'firebase-admin/functions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { earlierFilesContract } from '../earlier-files/earlier-files-contract';
import { exportFilesContract, openLink } from '../exports/export-files-contract';
import { queueContract } from '../queue/queue-contract';
import { picturesContract, browserUploads, uploadsContract } from '../profiles/uploads-contract';
import { judgeExpiring, leaveExpiring } from '../store/expiry-contract';
import { leaseContract } from '../testing/counting-job';
import { notesOf, documentContract } from '../testing/document-contract';
import { browserDocuments, rulesContract, storeContract } from '../store/store-contract';
import { idTokensContract } from '../testing/id-tokens-contract';
import { queuesOf } from './cloud-tasks-queue';
import {
  FirebaseEarlierFiles,
  FirebaseExportFiles,
  FirebaseIdTokens,
  FirebasePictures,
} from './firebase-adapters';
import { FirestoreStore } from './firestore-store';

const { FIREBASE_CONTRACT_PROJECT: projectId = '', FIREBASE_CONTRACT_API_KEY: apiKey = '' } = process.env;
const region = process.env['FIREBASE_CONTRACT_REGION'] ?? '';
const bucket = process.env['FIREBASE_CONTRACT_BUCKET'] ?? `${projectId}.firebasestorage.app`;

/** `npm run contracts` lists the promises without asking Firebase. */
const isListed = process.env['BUSKER_LIST_CONTRACTS'] !== undefined;
const project = projectId === '' ? ['FIREBASE_CONTRACT_PROJECT'] : [];
const missing = {
  project: isListed ? [] : project,
  queue: isListed ? [] : [...project, ...(region === '' ? ['FIREBASE_CONTRACT_REGION'] : [])],
  signIn: isListed ? [] : [...project, ...(apiKey === '' ? ['FIREBASE_CONTRACT_API_KEY'] : [])],
};

/** The report counts this as skipped: without a project nothing was tested. */
const notRun = (what: string, names: readonly string[]) =>
  it.skipIf(names.length > 0)(`Firebase, ${what}: not run: no key (${names.join(', ')})`, () =>
    expect(names).toEqual([]),
  );

let app: App;
/** A new guest, made as the browser's SDK does. */
async function signUp() {
  const url = `https://identitytoolkit.googleapis.com/v1/accounts:signUp?key=${apiKey}`;
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: '{"returnSecureToken":true}' });
  const { localId: uid, idToken: token } = (await answer.json()) as Record<string, string>;
  if (uid === undefined || token === undefined) throw new Error(`No guest: ${answer.status}`);
  return { uid, token };
}

const run = `contract-${Date.now()}`;
beforeAll(() => {
  app = initializeApp({ projectId: projectId || 'demo-busker', storageBucket: bucket }, run);
});
afterAll(() => deleteApp(app));

// The database `contract` is used for nothing else: https://firebase.google.com/docs/firestore/manage-databases
describe.runIf(missing.project.length === 0)('Firebase, store', () => {
  const store = () => new FirestoreStore(initializeFirestore(app, { preferRest: true }, 'contract'));
  it.each(
    [...storeContract, ...documentContract, ...leaseContract].map(
      ({ promise, holds }, index) => [promise, holds, notesOf(`${run}-${index}`)] as const,
    ),
  )('%s', async (_, holds, at) => {
    await expect(holds(store(), at)).resolves.toBeUndefined();
  });
});
if (missing.project.length > 0) notRun('store', missing.project);

describe.runIf(missing.project.length === 0)('Firebase, expiry', () => {
  it('removes documents within three days of their expiry, and no others', async ({ skip }) => {
    const store = new FirestoreStore(initializeFirestore(app, { preferRest: true }, 'contract'));
    await leaveExpiring(store, Date.now());
    const end = await judgeExpiring(store, Date.now());
    skip(end === 'undecided', 'Documents were left now. Run this again in three days.');
    expect(end).toBe('holds');
  });
});
if (missing.project.length > 0) notRun('expiry', missing.project);

// The id is of no job, so the function leaves a task alone that runs after all.
describe.runIf(missing.queue.length === 0)('Firebase, queue', () => {
  it.each(queueContract.map(({ promise, holds }, index) => [promise, holds, `${run}-${index}`] as const))(
    '%s',
    async (_, holds, id) => {
      const enqueue = queuesOf(app, region);
      const target = {
        enqueue: (name: string, scheduleTime: Date) =>
          enqueue('work', { job: 'contract-none' as never }, { id: name, scheduleTime }),
        remove: (name: string) =>
          getFunctions(app).taskQueue(`locations/${region}/functions/work`).delete(name),
      };
      await expect(holds(target, id)).resolves.toBeUndefined();
    },
  );
});
if (missing.queue.length > 0) notRun('queue', missing.queue);

describe.runIf(missing.project.length === 0)('Firebase, files', () => {
  const upload = async (uid: string, slot: string, bytes: Uint8Array) => {
    const file = getStorage(app).bucket().file(`uploads/${uid}/${slot}`);
    await file.save(Buffer.from(bytes), { contentType: 'image/png' });
    const [metadata] = await file.getMetadata();
    return String(metadata.generation);
  };
  it.each(picturesContract.map(({ promise, holds }, index) => [promise, holds, `${run}-${index}`] as const))(
    '%s',
    async (_, holds, uid) => {
      await expect(
        holds({ pictures: new FirebasePictures(app, bucket), upload }, uid),
      ).resolves.toBeUndefined();
    },
  );
});
if (missing.project.length > 0) notRun('files', missing.project);

// The bucket of pictures holds them for this suite: the bucket of releases keeps what it gets.
describe.runIf(missing.project.length === 0)('Firebase, earlier files', () => {
  const store = (name: string, bytes: Uint8Array) =>
    getStorage(app).bucket().file(name).save(Buffer.from(bytes), { resumable: false });
  afterAll(() =>
    getStorage(app)
      .bucket()
      .deleteFiles({ prefix: `embed/${run}`, force: true }),
  );
  it.each(
    earlierFilesContract.map(({ promise, holds }, index) => [promise, holds, `${run}-${index}`] as const),
  )('%s', async (_, holds, version) => {
    const files = new FirebaseEarlierFiles(app, bucket);
    await expect(holds({ files, store }, version)).resolves.toBeUndefined();
  });
});
if (missing.project.length > 0) notRun('earlier files', missing.project);

describe.runIf(missing.project.length === 0)('Firebase, exports', () => {
  const read = async (name: string) => (await getStorage(app).bucket().file(name).download())[0];
  it.each(
    exportFilesContract.map(
      ({ promise, holds }, index) => [promise, holds, `exports/${run}-${index}`] as const,
    ),
  )('%s', async (_, holds, folder) => {
    const files = new FirebaseExportFiles(app, bucket);
    await expect(holds({ files, read, open: openLink }, folder)).resolves.toBeUndefined();
  });
});
if (missing.project.length > 0) notRun('exports', missing.project);

/** Guests who are removed after the suite. */
function guests() {
  const made: string[] = [];
  afterAll(async () => {
    for (const uid of made) await new FirebaseIdTokens(app).remove(uid);
  });
  return async () => {
    const guest = await signUp();
    made.push(guest.uid);
    return guest;
  };
}

describe.runIf(missing.signIn.length === 0)('Firebase, rules', () => {
  const known = guests();
  it.each(rulesContract.map(({ promise, holds }) => [promise, holds] as const))('%s', async (_, holds) => {
    const documents = `https://firestore.googleapis.com/v1/projects/${projectId}/databases/contract/documents`;
    const store = new FirestoreStore(initializeFirestore(app, { preferRest: true }, 'contract'));
    await expect(holds({ ...browserDocuments(documents), store, signUp: known })).resolves.toBeUndefined();
  });
});
if (missing.signIn.length > 0) notRun('rules', missing.signIn);

describe.runIf(missing.signIn.length === 0)('Firebase, uploads', () => {
  const known = guests();
  it.each(uploadsContract.map(({ promise, holds }) => [promise, holds] as const))('%s', async (_, holds) => {
    const uploads = browserUploads(`https://firebasestorage.googleapis.com/v0/b/${bucket}`);
    await expect(holds({ ...uploads, signUp: known })).resolves.toBeUndefined();
  });
});
if (missing.signIn.length > 0) notRun('uploads', missing.signIn);

describe.runIf(missing.signIn.length === 0)('Firebase, sign-in', () => {
  it.each(idTokensContract.map(({ promise, holds }) => [promise, holds] as const))('%s', async (_, holds) => {
    await expect(holds({ idTokens: new FirebaseIdTokens(app), signUp })).resolves.toBeUndefined();
  });
});
if (missing.signIn.length > 0) notRun('sign-in', missing.signIn);
