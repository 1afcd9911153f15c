import { fail, ok, type Result } from '../../../core/base/result';
import type { LiveFunctions } from '../google/live-functions';
import type { LiveHosting } from '../google/live-hosting';
import type { Reply } from '../google/reply';
import { readRecords, releaseId, storeRecord, type ReleaseRecord } from '../releases/release-record';
import type { ReleaseFiles } from '../releases/release-files';
import { due, fine, unknown, type Step } from '../step';
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
