import { groupNames } from './group-names';
import { bad, judged, skipped, type Finding } from '../verify/finding';
import type { GoogleRest } from '../deploy/google/google-rest';
import {
  countOf,
  databaseName,
  deleteDatabase,
  indexesFault,
  newestBackup,
  releaseRules,
  restoreBackup,
  setExpiry,
  type IndexFile,
} from './restore-steps';

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
