// npm run bench -- beside-google: our emulators of Firestore, Storage and Auth beside Google's, in turn on one machine, each process new in each round
// and driven by Google's own SDKs. Google's are not part of this repository; the environment says where they are:
//   BUSKER_FIRESTORE_JAR   cloud-firestore-emulator.jar; needs `java`
//   BUSKER_FIREBASE_TOOLS  the folder of the package firebase-tools, for Auth and Storage
// Storage runs without its rules, whose runtime is another download: so both are used by the admin SDK alone. It does not check what it downloads: Google's
// emulator does not send the header by which it does.
import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as app from 'firebase/app';
import * as auth from 'firebase/auth';
import * as firestore from 'firebase/firestore';
import { deleteApp, initializeApp, type App } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { getStorage } from 'firebase-admin/storage';
import { median, type BenchOptions, type BenchRow } from '../bench-row';

const root = fileURLToPath(new URL('../..', import.meta.url));
const execute = promisify(execFile);
const projectId = 'demo-project';

/** A member document is read for each query, and the query has to prove the rest. */
const rules = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    function member() { return get(/databases/$(database)/documents/members/$(request.auth.uid)).data; }
    function may(role) { return role in member().roles && member().until > request.time; }
    match /tips/{tip} {
      allow list: if request.auth != null && request.query.limit <= 50
        && exists(/databases/$(database)/documents/members/$(request.auth.uid))
        && resource.data.owner == request.auth.uid && (may('admin') || may('editor') || may('reader'));
    }
    match /news/{any} { allow read: if true; }
  }
}`;

/** What was done, and how many milliseconds it took. */
type Figures = Record<string, number>;
type Note = (what: string, act: () => Promise<unknown>) => Promise<void>;
interface Clients {
  readonly port: number;
  readonly admin: App;
  readonly web: app.FirebaseApp;
}

const inTurn = async (count: number, act: (at: number) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < count; at += 1) await act(at);
};

/** `act` for 0 to `count`, twenty at a time. */
const twentyAtATime = (count: number, act: (at: number) => Promise<unknown>): Promise<void> =>
  inTurn(count / 20, (at) => Promise.all(Array.from({ length: 20 }, (_, i) => act(at * 20 + i))));

async function useFirestore({ port, admin, web }: Clients, note: Note): Promise<void> {
  const store = getFirestore(admin);
  const { collection, limit, query, where } = firestore;
  const client = firestore.getFirestore(web);
  firestore.connectFirestoreEmulator(client, '127.0.0.1', port, { mockUserToken: { sub: 'ada' } });
  const tip = (at: number) => ({ owner: at % 2 ? 'ada' : 'ben', amount: at, words: 'Thank you' });
  await store.doc('members/ada').set({ roles: ['reader'], until: new Date('2100-01-01') });
  await note('1,000 writes, one by one', () => inTurn(1_000, (at) => store.doc(`tips/t${at}`).set(tip(at))));
  await note('10,000 reads, twenty at a time', () =>
    twentyAtATime(10_000, (at) => store.doc(`tips/t${at % 1_000}`).get()),
  );
  const tips = collection(client, 'tips');
  const found = (at: number) =>
    query(tips, where('owner', '==', 'ada'), where('amount', '>=', at), limit(50));
  await note('200 queries of 50 documents, with rules', () =>
    inTurn(200, (at) => firestore.getDocsFromServer(found(at))),
  );
  let seen: (at: number) => void = () => undefined;
  const end = firestore.onSnapshot(collection(client, 'news'), (changed) =>
    changed.docChanges().forEach(({ doc }) => seen(Number(doc.get('at')))),
  );
  const change = (at: number) => {
    const arrived = new Promise<void>((resolve) => (seen = (which) => which === at && resolve()));
    return Promise.all([store.doc(`news/n${at % 10}`).set({ at }), arrived]);
  };
  await change(-1);
  await note('a listener with 100 changes, one by one', () => inTurn(100, change));
  end();
}

async function useStorage({ admin }: Clients, note: Note): Promise<void> {
  const bucket = getStorage(admin).bucket(`${projectId}.appspot.com`);
  const bytes = (size: number, at: number) => Buffer.alloc(size, `bytes of ${at}, `);
  const file = (at: number) => bucket.file(`pictures/p${at}.png`);
  await note('200 uploads of 100 kB, one by one', () =>
    inTurn(200, (at) => file(at).save(bytes(100_000, at), { resumable: false })),
  );
  await note('1,000 downloads of 100 kB, twenty at a time', () =>
    twentyAtATime(1_000, (at) => file(at % 200).download({ validation: false })),
  );
  await note('20 resumable uploads of 5 MB, one by one', () =>
    inTurn(20, (at) => bucket.file(`films/f${at}`).save(bytes(5_000_000, at), { resumable: true })),
  );
}

async function useAuth({ port, admin, web }: Clients, note: Note): Promise<void> {
  const signedIn = auth.initializeAuth(web);
  auth.connectAuthEmulator(signedIn, `http://127.0.0.1:${port}`, { disableWarnings: true });
  const address = (at: number) => `fan${at}@example.com`;
  const uids: string[] = [];
  await note('500 sign-ups, one by one', () =>
    inTurn(500, async (at) => {
      const { user } = await auth.createUserWithEmailAndPassword(signedIn, address(at), 'secret of Ada');
      uids.push(user.uid);
    }),
  );
  await note('500 sign-ins, one by one', () =>
    inTurn(500, (at) => auth.signInWithEmailAndPassword(signedIn, address(at), 'secret of Ada')),
  );
  await note('2,000 look-ups, twenty at a time', () =>
    twentyAtATime(2_000, (at) => getAuth(admin).getUser(uids[at % 500] ?? '')),
  );
}

/** Google's class in a process of its own: its command line takes longer, looks for updates and does not start Storage without the rules' runtime. */
const ofTools =
  (type: 'AuthEmulator' | 'StorageEmulator', before = '') =>
  (port: number) => {
    const emulators = `${process.env['BUSKER_FIREBASE_TOOLS']}/lib/emulator`;
    if (!existsSync(emulators)) return null;
    const options = JSON.stringify({ projectId, host: '127.0.0.1', port, rules: [] });
    const script = `const { ${type} } = require('${emulators}/${type.replace('Emulator', '').toLowerCase()}');
    const it = new ${type}(${options}); ${before} require('${emulators}/registry').EmulatorRegistry.start(it);`;
    return [process.execPath, '-e', script];
  };

function firestoreOfGoogle(port: number): string[] | null {
  const jar = process.env['BUSKER_FIRESTORE_JAR'] ?? '';
  const main = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';
  const options = ['--host', '127.0.0.1', '--port', String(port), '--rules', 'firestore.rules'];
  return existsSync(jar) ? ['java', '-Duser.language=en', '-cp', jar, main, ...options] : null;
}

/** Google's is null where this machine does not have it. */
const subjects = {
  firestore: { googles: firestoreOfGoogle, use: useFirestore },
  storage: {
    googles: ofTools('StorageEmulator', 'it._rulesRuntime.start = async () => undefined;'),
    use: useStorage,
  },
  auth: { googles: ofTools('AuthEmulator'), use: useAuth },
};
type Name = keyof typeof subjects;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Milliseconds of processor time that a process has used; null where the system does not report it. */
function processorTime(pid: number | undefined): number | null {
  const file = `/proc/${pid}/stat`;
  const [user, system] = existsSync(file) ? readFileSync(file, 'utf8').split(' ').slice(13, 15) : [];
  return user === undefined ? null : (Number(user) + Number(system)) * 10;
}

/** Starts a program in a folder, uses it and ends it. */
async function figuresOf(name: Name, folder: string, googles: boolean): Promise<Figures | null> {
  const port = await freePort();
  const ours = [process.execPath, `package/${name}-emulator.mjs`, '--port', String(port)];
  if (name === 'firestore') ours.push('--rules', 'firestore.rules');
  const command = googles ? subjects[name].googles(port) : ours;
  if (command === null) return null;
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd: folder, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.once('error', () => undefined);
  const figures: Figures = {};
  const note: Note = async (what, act) => {
    const [began, used] = [performance.now(), processorTime(child.pid)];
    await act();
    figures[what] = performance.now() - began;
    const now = processorTime(child.pid);
    if (now !== null) figures[`${what}, its processor time`] = now - (used ?? 0);
  };
  try {
    await note('until it answers', async () => {
      while ((await fetch(`http://127.0.0.1:${port}/`).catch(() => null)) === null) {
        if (child.pid === undefined || child.exitCode !== null) throw new Error(`${program} did not start`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    });
    process.env['STORAGE_EMULATOR_HOST'] = `http://127.0.0.1:${port}`;
    for (const service of ['FIRESTORE', 'FIREBASE_AUTH'])
      process.env[`${service}_EMULATOR_HOST`] = `127.0.0.1:${port}`;
    const admin = initializeApp({ projectId });
    const web = app.initializeApp({ projectId, apiKey: 'local' });
    await subjects[name].use({ port, admin, web }, note);
    await Promise.all([app.deleteApp(web), deleteApp(admin)]);
    return figures;
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

async function compare(name: Name, folder: string, { quick, log }: BenchOptions): Promise<BenchRow[]> {
  const all: Record<'ours' | 'googles', Figures[]> = { ours: [], googles: [] };
  // The first run of the SDKs in this process is slower than all others, whoever answers.
  await figuresOf(name, folder, false);
  for (let round = 0; round < (quick ? 1 : 3); round += 1)
    for (const side of round % 2 === 0 ? (['ours', 'googles'] as const) : (['googles', 'ours'] as const)) {
      const figures = await figuresOf(name, folder, side === 'googles');
      if (figures !== null) all[side].push(figures);
      else log(`${name}: Google's is not here; see the top of bench/beside-google/run.ts.`);
    }
  const middle = (side: 'ours' | 'googles', figure: string): number =>
    median(all[side].flatMap((each) => each[figure] ?? []));
  return Object.keys(all.ours[0] ?? {}).flatMap((figure): BenchRow[] => {
    const what = `${name}: ${figure}`;
    const [value, other] = [middle('ours', figure), middle('googles', figure)];
    const own: BenchRow = { what, value, unit: 'ms', atMost: null };
    if (Number.isNaN(other)) return [own];
    const atMost = figure.startsWith('until it answers') ? 0.2 : 1;
    const relative = { what: `${what}, relative to Google's`, value: value / other };
    return [
      own,
      { ...own, what: `${what}, of Google's`, value: other },
      { ...relative, unit: 'ratio', atMost },
    ];
  });
}

export async function run(options: BenchOptions): Promise<BenchRow[]> {
  process.setSourceMapsEnabled(false);
  // firebase-admin otherwise asks the network whether it runs at Google.
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  // The first request of a process loads what it needs.
  await fetch('http://127.0.0.1:1/').catch(() => undefined);
  const folder = await mkdtemp(join(tmpdir(), 'busker-beside-'));
  try {
    const rows: BenchRow[] = [];
    for (const name of ['firestore', 'storage', 'auth'] as const) {
      await execute(process.execPath, ['scripts/emulator-packages.mjs', folder, name], { cwd: root });
      await execute('sh', ['-c', 'tar -xzf *.tgz && rm *.tgz'], { cwd: folder });
      await writeFile(join(folder, 'firestore.rules'), rules);
      rows.push(...(await compare(name, folder, options)));
      await rm(join(folder, 'package'), { recursive: true });
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}
