import { paths } from '@busker/core/documents/documents';
import { jobIdOf } from '@busker/core/jobs/job-document';
import { runAnyJob } from '@busker/functions/jobs/recurring-jobs';
import { stored } from '@busker/functions/store/store';
import { bearerOf } from '@busker/functions/testing/ada';
import type { BenchOptions, BenchRow } from '../bench-row';
import { storeTips } from './totals';
import { scaleScenario, type ScaleOwner, type ScaleScenario } from './scenario';

const minute = 60_000;
/** What one request of the store takes, in milliseconds of the virtual clock. */
const requestMs = 50;

/** Documents of the owner that are left, without the books. */
function leftOf({ inner }: ScaleScenario, { uid, handle }: ScaleOwner): readonly string[] {
  const own = new RegExp(`^(profiles|drafts|accounts|linkHealth)/${uid}(/|$)|^cards/${handle}$`);
  return Object.keys(inner.store.dump()).filter((path) => own.test(path));
}

/** The deletion of an owner with 20,000 tips, whose process is killed in each of its steps. */
export async function deletion({ quick, log }: BenchOptions): Promise<BenchRow[]> {
  const tips = quick ? 1_000 : 20_000;
  const scenario = await scaleScenario(1);
  const { app, deps, inner, clock, store } = scenario;
  const [owner] = scenario.owners;
  if (owner === undefined) throw new Error('There is no owner');
  storeTips(scenario, owner, tips);
  const headers = {
    ...bearerOf(owner.uid),
    'content-type': 'application/json',
    origin: deps.config.publicOrigin,
  };
  const body = JSON.stringify({ handle: owner.handle });
  const asked = await app.request('/v1/me/delete', { method: 'POST', headers, body });
  if (asked.status !== 202)
    throw new Error(`The deletion was answered ${asked.status} ${await asked.text()}`);
  store.reset();
  const job = jobIdOf('delete', owner.uid);
  const killedIn = new Set<string>();
  let slowest = 0;
  let movedAt = clock.now();
  let seen = '';
  let dies = false;
  inner.store.pause = () => Promise.resolve(clock.advance(requestMs));
  inner.store.fault = () => {
    if (dies) throw new Error('The process was killed');
    const leaving = inner.store.get(paths.leaving(owner.uid));
    const at = JSON.stringify(leaving);
    if (at !== seen) {
      slowest = Math.max(slowest, clock.now() - movedAt);
      movedAt = clock.now();
      seen = at;
    }
    const { step = 'done' } = (leaving?.['state'] ?? {}) as { readonly step?: string };
    if (killedIn.has(step)) return;
    killedIn.add(step);
    dies = true;
    throw new Error('The process was killed');
  };
  let slices = 0;
  for (let end = ''; end !== 'done' && slices < 200; slices += 1) {
    end = await runAnyJob(deps, job).catch(() => 'killed');
    if (!dies) continue;
    dies = false;
    clock.advance(7 * minute);
    movedAt = clock.now();
  }
  inner.store.fault = () => undefined;
  const books = Object.keys(inner.store.dump()).filter((path) =>
    path.startsWith(`${paths.ledgerEntries(owner.uid)}/`),
  );
  const leaving = await deps.store.read(stored.leaving(owner.uid));
  log(`deletion: ${slices} slices, killed in ${[...killedIn].join(', ')}, ends as ${leaving?.state.name}`);
  return [
    {
      what: `deletion of ${tips} tips: tips missing in the books`,
      value: tips - books.length,
      unit: 'count',
      atMost: 0,
    },
    {
      what: 'documents of the owner that are left',
      value: leftOf(scenario, owner).length,
      unit: 'count',
      atMost: 0,
    },
    { what: 'steps in which it was killed', value: killedIn.size, unit: 'count', atMost: null, atLeast: 5 },
    {
      what: `longest time without progress, at ${requestMs} ms a request`,
      value: slowest / 1_000,
      unit: 's',
      atMost: 30,
    },
    { what: 'requests of the store', value: store.counts.requests, unit: 'count', atMost: null },
  ];
}
