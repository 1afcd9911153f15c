import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { fail, ok, type Result } from '@busker/core/base/result';
import { paths } from '@busker/core/documents/documents';
import { profileDocument } from '@busker/core/profile-documents/profile-document';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import { mismatchesOf } from '@busker/core/tip-state/tip-projection';
import { createApp } from '@busker/functions/app';
import { parseConfig } from '@busker/functions/config';
import type { Deps } from '@busker/functions/deps';
import { firebaseStore } from '@busker/functions/firebase/firebase-adapters';
import type { Env } from '@busker/functions/env-reader';
import { liveDeps } from '@busker/functions/live-deps';
import { allDocuments, stored } from '@busker/functions/store/store';
import { totalsAgree } from '@busker/functions/reconcile/reconcile-account';
import { defaultToken, googleRest, type GoogleRest } from '../installation/google';
import { installationOf } from '../installation/installation';
import { dotEnvSettings } from '../dot-env';
import { bad, judged, skipped, type Finding } from '../verify/site';
import { groupOf } from './backup';
import {
  countOf,
  databaseName,
  deleteDatabase,
  indexFile,
  indexesFault,
  newestBackup,
  releaseRules,
  restoreBackup,
  setExpiry,
  type IndexFile,
} from './restore-steps';

/** The paths of collections have an odd number of parts; those of documents have an even number. */
const groupIn = (path: string) => (path.split('/').length % 2 === 0 ? groupOf(path) : path.split('/').at(-1));

/** The names of all collections, from the table of paths. For example, `tips` stands for the tips of every owner. */
export const groupNames: readonly string[] = [
  ...new Set(
    Object.values(paths).map(
      (path) => groupIn((path as unknown as (...parts: readonly string[]) => string)('a', 'b', 'c')) ?? '',
    ),
  ),
].toSorted();

export interface RealDrill {
  readonly google: GoogleRest;
  readonly projectId: string;
  /** The live database; it is read and never written. */
  readonly database: string;
  readonly rules: string;
  readonly indexes: IndexFile;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly pause: () => Promise<void>;
  /** Compares totals with tips in a database; null = they agree. */
  readonly booksFault: (database: string) => Promise<string | null>;
  /** The app on a database; null = the secrets that it needs are not set here. */
  readonly appOn: ((database: string) => RestoredApp) | null;
  readonly report: (finding: Finding) => void;
}

/** Checks of the app on the restored database; each returns null when it finds no fault. */
export interface RestoredApp {
  readonly tipsFault: () => Promise<string | null>;
  readonly appFault: () => Promise<string | null>;
}

const hour = 60 * 60_000;
/** Hours. A daily backup can be a little late. */
const oldestBackup = 26;

/** Beyond the last hour, earlier states of a database can be read only at whole minutes (firebase.google.com/docs/firestore/pitr). */
const wholeMinute = (time: string): string => `${time.slice(0, 16)}:00Z`;

/** Allows for writes between that minute and the backup: a thousandth, or five documents. */
const isNear = (count: number, wanted: number): boolean =>
  Math.abs(count - wanted) <= Math.max(5, wanted / 1000);

const day = (now: number) => new Date(now).toISOString().slice(0, 10).replaceAll('-', '');

/** Restores the newest backup into a separate database, examines it, and deletes it again. */
export async function realDrill(drill: RealDrill): Promise<readonly Finding[]> {
  const { google, projectId, database, now, report } = drill;
  const findings: Finding[] = [];
  /** Runs one step and reports its time; true when it succeeded. */
  async function step(name: string, work: () => Promise<string | null>, says: string): Promise<boolean> {
    const began = now();
    const fault = await work().catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    const finding = judged(name, fault, `${says}, ${((now() - began) / 1000).toFixed(1)} s`);
    findings.push(finding);
    report(finding);
    return fault === null;
  }
  const backup = await newestBackup(google, projectId, database);
  if (!backup.ok) {
    const none = bad('backup', backup.problem);
    report(none);
    return [none];
  }
  const { name: source, snapshotTime } = backup.value;
  const age = Math.round((now() - Date.parse(snapshotTime)) / hour);
  await step(
    'backup',
    () => Promise.resolve(age > oldestBackup ? `the newest is ${age} hours old` : null),
    `the newest is ${age} hours old`,
  );
  const into = `drill-${day(now())}`;
  const name = databaseName(projectId, into);
  const live = databaseName(projectId, database);
  const faultIn = (result: { readonly ok: boolean; readonly problem?: string }) =>
    result.ok ? null : (result.problem ?? 'it failed');
  const restored = await step(
    'restore',
    async () => faultIn(await restoreBackup(google, projectId, { backup: source, into }, drill.pause)),
    `into ${into}`,
  );
  if (restored) {
    await step(
      'rules',
      async () => faultIn(await releaseRules(google, projectId, { database: into, rules: drill.rules })),
      'those of this checkout',
    );
    await step('indexes', () => indexesFault(google, name, drill.indexes), 'ready');
    for (const group of groupNames)
      await step(
        `count of ${group}`,
        async () => {
          const there = await countOf(google, name, group, null);
          const then = await countOf(google, live, group, wholeMinute(snapshotTime));
          if (!there.ok) return there.problem;
          if (!then.ok) return then.problem;
          return isNear(there.value, then.value) ? null : `${there.value}, not ${then.value}`;
        },
        'as it was',
      );
    // This step comes after the counts, because Firestore starts to delete expired documents with these policies.
    await step('expiry', async () => faultIn(await setExpiry(google, name, drill.indexes)), 'set again');
    await step('books', () => drill.booksFault(into), 'totals are the sums of the tips');
    if (drill.appOn === null) {
      const why = 'set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRETS and BUSKER_SECRET';
      for (const name of ['tips', 'app']) {
        findings.push(skipped(name, why));
        report(skipped(name, why));
      }
    } else {
      const app = drill.appOn(into);
      await step('tips', app.tipsFault, 'up to 50 tips agree with Stripe');
      await step('app', app.appFault, 'the app shows the restored profiles');
    }
  }
  // The deletion also runs after a failed restore, which may have left an incomplete database.
  await step(
    'delete',
    async () => {
      const deleted = await deleteDatabase(google, name);
      return deleted.ok || !restored ? null : deleted.problem;
    },
    `${into} is gone`,
  );
  return findings;
}

/** At most this many tips are compared with Stripe, and at most this many of one owner. */
const most = { tips: 50, ofOwner: 5 } as const;
const mostProfiles = 5;

/** Compares restored tips of several owners with their payments at Stripe; null = they agree. It writes nothing. */
export async function tipsFault({
  store,
  payments,
}: Pick<Deps, 'store' | 'payments'>): Promise<string | null> {
  let asked = 0;
  for await (const { value: profile } of allDocuments(store, 'profiles', profileDocument.decode)) {
    let own = 0;
    for await (const { value: tip } of allDocuments(store, paths.tips(profile.uid), tipDocument.decode)) {
      const { accountId: account, paymentIntentId } = tip.stripe;
      if (paymentIntentId === null) continue;
      const about = { checkoutSessionId: null, askAboutIntent: null };
      const none = { hasRefunds: false, hasDispute: false, hasWarning: false };
      const snapshot = await payments.snapshot({ account, paymentIntentId, ...about, ...none });
      if (!snapshot.ok) return `Stripe says ${snapshot.problem.kind} about tip ${tip.tipId}`;
      const differing = mismatchesOf(tip, snapshot.value);
      if (differing.length > 0) return `tip ${tip.tipId}: ${differing.join(', ')}`;
      [asked, own] = [asked + 1, own + 1];
      if (asked === most.tips) return null;
      if (own === most.ofOwner) break;
    }
  }
  return asked === 0 ? 'no tip has a payment' : null;
}

/** Starts the app on the restored database and asks it for a few profiles; null = it shows what is stored. */
export async function appFault(deps: Deps): Promise<string | null> {
  const app = createApp(deps);
  let asked = 0;
  for await (const { value: profile } of allDocuments(deps.store, 'profiles', profileDocument.decode)) {
    const { handle, name } = profile;
    const answer = await app.fetch(new Request(`${deps.config.publicOrigin}/v1/profiles/${handle}`));
    const body = (await answer.json()) as { readonly name?: unknown };
    // The host may have taken a profile away; then its address answers 404, 410 or 451.
    const isWithheld =
      [404, 410, 451].includes(answer.status) && (await deps.store.read(stored.standing(profile.uid)));
    if (!isWithheld && (answer.status !== 200 || body.name !== name))
      return `/v1/profiles/${handle} answers ${answer.status}`;
    asked += 1;
    if (asked === mostProfiles) break;
  }
  return asked === 0 ? 'there is no profile' : null;
}

/** The number of owners whose totals are added up again. The number is large enough to find faults, and cheap. */
const someOwners = 100;
const betweenQuestions = 15_000;

async function booksFault(projectId: string, database: string): Promise<string | null> {
  const store = firebaseStore({ projectId, database });
  let seen = 0;
  for await (const { value } of allDocuments(store, 'profiles', profileDocument.decode)) {
    if (!(await totalsAgree({ store }, value.uid)))
      return `the totals of ${value.handle} are not the sum of the tips`;
    seen += 1;
    if (seen === someOwners) break;
  }
  return seen === 0 ? 'there is no owner' : null;
}

/** The app of this checkout on another database. It has no bell of the cloud, since it does not run there, so it starts no job. */
function appOn(env: Env): RestoredApp {
  const deps = liveDeps(parseConfig(env), () => undefined);
  return { tipsFault: () => tipsFault(deps), appFault: () => appFault(deps) };
}

/** The drill of the project that `.env` describes, with Google's application default credentials. */
export async function projectDrill(
  report: (finding: Finding) => void,
): Promise<Result<readonly Finding[], readonly string[]>> {
  const settings = await dotEnvSettings();
  const installation = installationOf(settings);
  if (!installation.ok) return fail(['The settings in .env are not complete.', ...installation.problem]);
  const { projectId, database } = installation.value;
  const env = { ...settings, ...process.env };
  const hasSecrets = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS', 'BUSKER_SECRET'].every(
    (name) => (env[name] ?? '') !== '',
  );
  const indexes: unknown = JSON.parse(await readFile('rules/firestore.indexes.json', 'utf8'));
  return ok(
    await realDrill({
      google: googleRest({ projectId, token: defaultToken, fetch }),
      projectId,
      database: database.id,
      rules: await readFile('rules/firestore.rules', 'utf8'),
      indexes: v.parse(indexFile, indexes),
      now: () => Date.now(),
      pause: () => new Promise((resolve) => setTimeout(resolve, betweenQuestions)),
      booksFault: (restored) => booksFault(projectId, restored),
      appOn: hasSecrets
        ? (restored) => appOn({ ...env, GCLOUD_PROJECT: projectId, FIRESTORE_DATABASE: restored })
        : null,
      report,
    }),
  );
}
