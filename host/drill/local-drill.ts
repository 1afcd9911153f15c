import { join } from 'node:path';
import { profileDocument } from '@busker/core/profile-documents/profile-document';
import { parseConfig } from '@busker/functions/config';
import { liveDeps } from '@busker/functions/live-deps';
import { allDocuments, stored } from '@busker/functions/store/store';
import { reconcileAll, totalsAgree } from '@busker/functions/reconcile/reconcile-account';
import { demoOwners } from '@busker/local/demo-owners';
import { defaultDatabase, environmentOfRunning, projectId } from '@busker/local/functions-environment';
import { freePorts } from '@busker/local/ports';
import { type Busker, startBusker } from '@busker/local/start';
import { hasApp, jsonApi, usersAt } from '../sign-ins/users';
import { runChecks, testOwner, tipWithTestCard, within } from '../verify/run-checks';
import { type Finding, type Site, judged } from '../verify/site';
import { siteOf } from '../verify/site-of';
import {
  type Places,
  countsOf,
  deleteAll,
  differences,
  documentsAt,
  exportAll,
  readBackup,
  restoreAll,
  writeBackup,
  writeFiles,
} from './backup';
import { setUpApp, signUpByGoogle, tokenOf } from './second-ways';

export interface LocalDrill {
  /** An empty folder for the servers' state and the backup. */
  readonly folder: string;
  /** The folder of the builds; default `dist/`. */
  readonly dist?: string;
  readonly report: (finding: Finding) => void;
}

const bucket = `${projectId}.firebasestorage.app`;
const api = jsonApi('owner');

/** Google restores a backup into a new database, and so does the drill. */
const restoredDatabase = 'restored';

function placesOf({ addresses }: Busker, database: string): Places {
  return {
    documents: documentsAt(addresses.firestore, projectId, database),
    users: usersAt(addresses.auth, projectId),
    files: { origin: addresses.storage, bucket },
  };
}

function environmentOf({ addresses }: Busker, stateDir: string, database: string) {
  const port = (name: keyof Busker['addresses']) => new URL(addresses[name]).port;
  return {
    BUSKER_STATE: stateDir,
    FIRESTORE_DATABASE: database,
    BUSKER_PORT: port('app'),
    BUSKER_EXAMPLES_PORT: port('examples'),
    FIREBASE_AUTH_EMULATOR_HOST: port('auth'),
    FIRESTORE_EMULATOR_HOST: port('firestore'),
    FIREBASE_STORAGE_EMULATOR_HOST: port('storage'),
    STRIPE_API_BASE: port('stripe'),
    BUSKER_MAIL_PORT: port('mail'),
    BUSKER_PUSH_PORT: port('push'),
  };
}

async function siteAt(busker: Busker, stateDir: string, database: string): Promise<Site> {
  const wanted = { origin: busker.addresses.app, handle: null, release: null, region: null, project: null };
  const site = await siteOf(wanted, environmentOf(busker, stateDir, database));
  if (!site.ok) throw new Error(site.problem);
  return site.value;
}

/** Creates a tip for each owner, and two files. */
async function fill(busker: Busker, stateDir: string): Promise<void> {
  const site = await siteAt(busker, stateDir, defaultDatabase);
  for (const handle of ['ada', 'grace']) {
    const owner = await testOwner(site, handle);
    if (owner === null) throw new Error('A local site has its store');
    const { created, arrivedMs } = await tipWithTestCard(owner);
    // Stripe books a payment a moment after it succeeds, and the backup must contain the booked state.
    const booked = await within(
      async () => (await owner.store.read(stored.tip(owner.uid, created.tipId)))?.fees.net != null,
    );
    if (arrivedMs === null || booked === null) throw new Error(`No tip of ${handle} arrived`);
  }
  const [, grace] = demoOwners;
  if (grace !== undefined) await setUpApp(api, busker.addresses.auth, grace.email, grace.password);
  await signUpByGoogle(api, busker.addresses.auth, 'gus@example.com');
  // No event may arrive while the documents are deleted.
  const waiting = `${busker.addresses.stripe}/__sandbox/deliveries/list`;
  const quiet = await within(async () => {
    const answer = await api.json('POST', waiting, { state: 'waiting' });
    return Array.isArray(answer['items']) && answer['items'].length === 0;
  });
  if (quiet === null) throw new Error('Stripe still has events to deliver');
  const picture = (name: string) => ({
    name,
    contentType: 'image/png',
    bytes: Buffer.from(`picture ${name}`),
  });
  await writeFiles(api, placesOf(busker, defaultDatabase).files, [
    picture('public/a.png'),
    picture('uploads/u/picture-a'),
  ]);
}

/** Every demo owner signs in with the old password, and the server accepts the token. */
async function signInFault({ addresses }: Busker): Promise<string | null> {
  for (const { email, password, draft } of demoOwners) {
    const idToken = await tokenOf(api, addresses.auth, email, password);
    const { status } = await fetch(`${addresses.app}/v1/handles/${draft.handle}`, {
      headers: { authorization: `Bearer ${idToken}` },
    });
    if (status !== 200) return `${email} got ${status}`;
  }
  return null;
}

/** Checks that totals are the sums of the tips, and that each tip agrees with Stripe. */
async function booksFault(busker: Busker, stateDir: string): Promise<string | null> {
  const env = await environmentOfRunning(environmentOf(busker, stateDir, restoredDatabase), stateDir);
  if (!env.ok) return env.problem;
  const lines: string[] = [];
  const deps = liveDeps(parseConfig(env.value), (line) => void lines.push(line));
  for await (const { value } of allDocuments(deps.store, 'profiles', profileDocument.decode))
    if (!(await totalsAgree(deps, value.uid)))
      return `the totals of ${value.handle} are not the sum of the tips`;
  const results = await reconcileAll(deps);
  const found = lines.filter((line) => line.includes('"sweep found"') || line.includes('"sweep failed"'));
  const compared = results.find(({ sweep }) => sweep === 'reconcile');
  if (compared === undefined || compared.checked === 0) return 'no account was compared with Stripe';
  return found.length === 0 ? null : found.join('\n');
}

/**
 * Backup and restore on this machine: export everything, delete everything, restore into another database, compare,
 * start the app on the restored data, and verify it. Stripe's sandbox keeps its state, as Stripe would.
 */
export async function localDrill({ folder, dist, report }: LocalDrill): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  /** Runs one step and reports its result and its time; a fault ends the drill. */
  async function step(
    name: string,
    work: () => Promise<{ fault?: string | null; says: string }>,
  ): Promise<void> {
    const began = performance.now();
    const { fault = null, says } = await work();
    const finding = judged(name, fault, `${says}, ${((performance.now() - began) / 1000).toFixed(1)} s`);
    findings.push(finding);
    report(finding);
    if (fault !== null) throw new Error(`${name}: ${fault}`);
  }
  const stateDir = join(folder, 'state');
  const saved = join(folder, 'backup');
  const started = (database: string) =>
    startBusker({
      database,
      ports: freePorts,
      stateDir,
      log: () => undefined,
      ...(dist === undefined ? {} : { dist }),
    });

  let busker = await started(defaultDatabase);
  try {
    const at = placesOf(busker, defaultDatabase);
    await step('fill', async () => {
      await fill(busker, stateDir);
      return { says: 'two tips, two files, an authenticator app and a sign-in with Google' };
    });
    const before = await exportAll(api, at);
    await step('export', async () => {
      await writeBackup(saved, before);
      const { documents, users, files } = before;
      return { says: `${documents.length} documents, ${users.length} sign-ins, ${files.length} files` };
    });
    await step('delete', async () => {
      await deleteAll(api, at);
      const { documents, users, files } = await exportAll(api, at);
      const left = documents.length + users.length + files.length;
      return { fault: left === 0 ? null : `${left} things are still there`, says: 'nothing is left' };
    });
    await step('restore', async () => {
      await restoreAll(api, placesOf(busker, restoredDatabase), await readBackup(saved));
      const apps = before.users.filter(hasApp).length;
      // The drill is of no use if it has none.
      const fault = apps === 1 ? null : `${apps} authenticator apps were in the backup`;
      return {
        fault,
        says: `written, into the database ${restoredDatabase}; 1 authenticator app must be set up again`,
      };
    });
    await step('compare', async () => {
      const after = await exportAll(api, placesOf(busker, restoredDatabase));
      const groups = [...countsOf(after)].map(([group, count]) => `${group} ${count}`).toSorted();
      const differ = differences(before, after);
      return { fault: differ.length === 0 ? null : differ.slice(0, 5).join('; '), says: groups.join(', ') };
    });
    await busker.close();
    await step('start', async () => {
      busker = await started(restoredDatabase);
      const { users } = await exportAll(api, placesOf(busker, restoredDatabase));
      // At its start, the server creates every demo owner that is missing.
      const fault = users.length === before.users.length ? null : 'an owner was created anew';
      return { fault, says: 'the app runs on what was restored' };
    });
    await step('sign-in', async () => ({
      fault: await signInFault(busker),
      says: 'owners sign in with their passwords',
    }));
    await step('books', async () => ({
      fault: await booksFault(busker, stateDir),
      says: 'totals are the sums of the tips, and Stripe agrees',
    }));
    await step('verify', async () => {
      const checks = await runChecks(
        await siteAt(busker, stateDir, restoredDatabase),
        { withTip: false },
        () => undefined,
      );
      const faults = checks.flatMap(({ name, verdict }) =>
        verdict.state === 'fault' ? [`${name}: ${verdict.why}`] : [],
      );
      return { fault: faults.length === 0 ? null : faults.join('; '), says: `${checks.length} checks` };
    });
    await step('old database', async () => {
      const { documents } = await exportAll(api, placesOf(busker, defaultDatabase));
      const fault = documents.length === 0 ? null : `${documents[0]?.path ?? ''} was written into it`;
      return { fault, says: 'nothing uses it any more' };
    });
    return findings;
  } finally {
    await busker.close();
  }
}
