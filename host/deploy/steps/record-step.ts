import { fail, ok, type Result } from '@busker/core/base/result';
import type { CardVersionDay } from '@busker/core/profile-documents/profile-document';
import type { LiveFunctions, LiveHosting, Reply } from '../../installation/google';
import { due, fine, missing, unknown, type Finding, type Step } from '../../installation/installation';
import type { ReleaseFiles } from '../releases/release-files';
import {
  channelFile,
  promotedVersion,
  readRecords,
  releaseId,
  storeRecord,
  type ReleaseRecord,
} from '../releases/release-record';
import type { BuiltFunctions } from './functions-step';

export interface RecordStepOptions {
  readonly kept: ReleaseFiles;
  readonly functions: LiveFunctions;
  readonly hosting: LiveHosting;
  readonly built: () => Promise<BuiltFunctions>;
  readonly about: () => Promise<Pick<ReleaseRecord, 'by' | 'commit' | 'version' | 'documents'>>;
  readonly hash: () => Promise<string>;
  readonly now: () => number;
}

type Live = Pick<ReleaseRecord, 'functions' | 'hosting'>;

const isSame = (a: Live, b: Live) =>
  a.functions.release === b.functions.release &&
  a.hosting.version === b.hosting.version &&
  a.functions.revisions.every(({ id, revision }) =>
    b.functions.revisions.some((each) => each.id === id && each.revision === revision),
  );

/** Records what is live after a deploy. The rollback and the pruning of secrets read this record. */
export function recordStep(options: RecordStepOptions): Step {
  const { kept, functions, hosting, built, about, hash, now } = options;

  async function live(): Promise<Reply<Live>> {
    const [{ release }, found, releases] = await Promise.all([built(), functions.list(), hosting.releases()]);
    if (found.state === 'unknown') return found;
    if (releases.state === 'unknown') return releases;
    return {
      state: 'known',
      value: {
        functions: {
          release,
          revisions: found.value.map(({ id, service, revision }) => ({ id, service, revision })),
          secrets: Object.assign({}, ...found.value.map(({ secrets }) => secrets)) as Record<string, number>,
        },
        hosting: { hash: await hash(), version: releases.value[0]?.version ?? '' },
      },
    };
  }

  return {
    name: 'record',
    async ask() {
      const [now_, records] = await Promise.all([live(), readRecords(kept, 1)]);
      if (now_.state === 'unknown') return [unknown('what is live', now_.why)];
      if (records.state === 'unknown') return [unknown('the records of releases', records.why)];
      const [newest] = records.value;
      return newest !== undefined && isSame(newest, now_.value)
        ? [fine(`release ${newest.id} is on record`)]
        : [due('the record of this release')];
    },
    async act(): Promise<Result<null, string>> {
      const found = await live();
      if (found.state === 'unknown') return fail(`What is live cannot be read: ${found.why}.`);
      const at = now();
      const id = releaseId(at, found.value.functions.release);
      const stored = await storeRecord(kept, { v: 1, id, at, ...(await about()), ...found.value });
      return stored.ok ? ok(null) : stored;
    },
  };
}

/** Cards that were shown, and those whose script threw. */
export interface VersionCounts {
  readonly loads: number;
  readonly crashes: number;
}

/** With fewer loads, a single crash would decide. */
const leastLoads = 500;

/** A version is held back when it crashes this many times as often as the current one. */
const factor = 3;

/** One crash in a thousand loads counts as none: browser add-ons and old browsers cause some in every version. */
const noise = 0.001;

export const rateOf = ({ loads, crashes }: VersionCounts): number => (loads === 0 ? 0 : crashes / loads);

const percent = (counts: VersionCounts) =>
  `${(rateOf(counts) * 100).toFixed(2)} % (${counts.crashes} crashes in ${counts.loads} loads)`;

export function countsOf(days: readonly CardVersionDay[], version: string): VersionCounts {
  const own = days.filter((day) => day.version === version);
  return {
    loads: own.reduce((sum, { loads }) => sum + loads, 0),
    crashes: own.reduce((sum, { crashes }) => sum + crashes, 0),
  };
}

export interface Promotion {
  /** The version of `/embed/v1.js`. */
  readonly current: string;
  /** The version of `/embed/next.js`. */
  readonly next: string;
}

/** May `/embed/v1.js` become the version of `/embed/next.js`? Compares how often both crash. */
export function judgeCrashes(days: Reply<readonly CardVersionDay[]>, { current, next }: Promotion): Finding {
  if (days.state === 'unknown')
    return missing(
      `how often both versions crash: ${days.why}`,
      'npm run deploy -- --check says what is missing.',
    );
  const [before, after] = [countsOf(days.value, current), countsOf(days.value, next)];
  const few = [
    { name: `v1.js ${current}`, counts: before },
    { name: `next.js ${next}`, counts: after },
  ].filter(({ counts }) => counts.loads < leastLoads);
  if (few.length > 0)
    return missing(
      `at least ${leastLoads} loads of each version in three days; ${few.map(({ name, counts }) => `${name} has ${counts.loads}`).join(', ')}`,
      'Wait, put /embed/next.js on a page with more visitors, or move v1.js without a comparison: npm run deploy',
    );
  const rates = `next.js ${next} ${percent(after)}, v1.js ${current} ${percent(before)}`;
  return rateOf(after) >= factor * Math.max(rateOf(before), noise)
    ? missing(
        `as few crashes as before: ${rates}`,
        'Correct the fault, and deploy a new version with --early.',
      )
    : fine(`crashes: ${rates}`);
}

export interface PromotionStepOptions {
  readonly kept: ReleaseFiles;
  /** The version of this checkout, which must be at `/embed/next.js`. */
  readonly version: string;
  /** The counts of these versions in the last three days. */
  readonly counts: (versions: readonly string[]) => Promise<Reply<readonly CardVersionDay[]>>;
}

/** May `/embed/v1.js` become this version? The steps after it build, and release the files. */
export const promotionStep = ({ kept, version, counts }: PromotionStepOptions): Step => ({
  name: 'promotion',
  async ask() {
    const [current, next] = await Promise.all([promotedVersion(kept), kept.read(channelFile(version))]);
    if (!current.ok) return [missing('the version of /embed/v1.js', current.problem)];
    if (next.state === 'unknown') return [unknown('the version of /embed/next.js', next.why)];
    if (current.value === version) return [fine(`/embed/v1.js is ${version} already`)];
    if (current.value === null || next.value === null)
      return [missing(`version ${version} at /embed/next.js`, 'npm run deploy -- --early')];
    return [judgeCrashes(await counts([current.value, version]), { current: current.value, next: version })];
  },
});
