import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ok } from '@busker/core/base/result';
import type { CardVersionDay } from '@busker/core/profile-documents/profile-document';
import {
  type DeclaredIndexes,
  type StoreIndexes,
  known,
  parseIndexes,
  readIndexes,
  unanswered,
} from '../../installation/google';
import { type Step, lineOf, opsTarget } from '../../installation/installation';
import { type Finding, bad, good, skipped } from '../../verify/site';
import { runAll } from '../run-deploy';
import { InMemoryFunctions, fakeInstallation } from '../testing/fake-google';
import { canaryStep, functionsStep, removalsStep } from './functions-step';
import { indexesStep, readReleasedRules } from './publish-steps';
import { judgeCrashes } from './record-step';
import { verifyStep } from './verify-step';
import { type OpsResource, opsResources } from '../../ops/resources';
import { applyPlan } from '../../ops/ops-plan';
import { type Services, realServices } from '../services';
import { readProject } from './read-project';
import { startFaults } from './smoke-step';
import { accountRights, askRights, deployRights } from './tools';

describe('functions step', () => {
  const ids = ['app', 'followtips'];

  function scenario(release: string, { region = 'europe-west1', newest = 1, code = ids, move = false } = {}) {
    const live = new InMemoryFunctions();
    const deploys: (readonly string[])[] = [];
    const built = () => Promise.resolve({ ids: code, release });
    const step = functionsStep({
      built,
      region,
      move,
      live,
      newestSecrets: () => Promise.resolve(known({ BUSKER_SECRET: newest })),
      deploy: (which) => {
        deploys.push(which);
        live.deploy(which, release, { BUSKER_SECRET: newest });
        return Promise.resolve(ok(null));
      },
    });
    return { live, deploys, built, step };
  }
  const linesOf = async (step: Step) => (await step.ask()).map(lineOf);
  const run = (step: Step) => runAll([step], () => undefined);

  describe('the step of the functions', () => {
    it('deploys what is new the first time, and nothing the second time', async () => {
      const { step, deploys } = scenario('r1');
      expect(await linesOf(step)).toEqual([
        'to do: function app, which is new',
        'to do: function followtips, which is new',
      ]);
      expect(await run(step)).toBe(true);
      expect(await run(step)).toBe(true);
      expect(deploys).toEqual([ids]);
    });

    it('deploys again for a newer secret, although the code is the same', async () => {
      const { step, live, deploys } = scenario('r1', { newest: 2 });
      live.deploy(ids, 'r1', { BUSKER_SECRET: 1 });
      expect(await linesOf(step)).toContain('to do: secret BUSKER_SECRET: version 2 for every function');
      expect(await run(step)).toBe(true);
      expect(deploys).toHaveLength(1);
    });

    it('sends the traffic to the newest revision after a rollback', async () => {
      const { step, live, deploys } = scenario('r2');
      live.deploy(ids, 'r1', { BUSKER_SECRET: 1 });
      const { service, revision } = live.find('app');
      await live.route(service, [{ revision, percent: 100 }]);
      expect(await run(step)).toBe(true);
      live.deploy(ids, 'r2', { BUSKER_SECRET: 1 });
      await live.route(service, [
        { revision, percent: 95 },
        { revision: 'latest', percent: 5 },
      ]);
      expect(await run(step)).toBe(true);
      expect(deploys).toHaveLength(1);
      expect(live.shares.get(service)).toEqual([{ revision: 'latest', percent: 100 }]);
    });

    it('refuses another region, because that would move the functions', async () => {
      const { step, live, deploys } = scenario('r2', { region: 'us-central1' });
      live.deploy(ids, 'r1');
      expect(await linesOf(step)).toEqual([expect.stringContaining('they are at europe-west1')]);
      expect(await run(step)).toBe(false);
      expect(deploys).toEqual([]);
      const moving = scenario('r2', { region: 'us-central1', move: true });
      moving.live.deploy(ids, 'r1');
      expect(await linesOf(moving.step)).toContain('to do: function app, which is new');
    });
  });

  describe('functions that are no longer in the code', () => {
    it('are never replaced by a deploy, and are removed only when that is allowed', async () => {
      const { step, live, built, deploys } = scenario('r2', { code: ['app'] });
      live.deploy(ids, 'r1', { BUSKER_SECRET: 1 });
      expect(await run(step)).toBe(true);
      expect(deploys).toEqual([['app']]);
      const removed: string[] = [];
      const remove = (gone: readonly string[]) => {
        removed.push(...gone);
        for (const id of gone) live.remove(id);
        return Promise.resolve(ok(null));
      };
      const kept = removalsStep({ built, live, allowed: false, remove });
      expect(await linesOf(kept)).toEqual([
        'ok: function followtips is no longer in the code and stays; --allow-removal deletes it',
      ]);
      expect(await run(kept)).toBe(true);
      expect(removed).toEqual([]);
      expect(await run(removalsStep({ built, live, allowed: true, remove }))).toBe(true);
      expect(removed).toEqual(['followtips']);
    });
  });
});

describe('canary step', () => {
  it('keeps the traffic on the previous revision during the deploy, then gives the new one its share', async () => {
    const live = new InMemoryFunctions();
    live.deploy(['app', 'followtips'], 'r1');
    const { service, revision } = live.find('app');
    const during: unknown[] = [];
    const step = canaryStep({
      percent: 5,
      live,
      built: () => Promise.resolve({ ids: ['app', 'followtips'], release: 'r2' }),
      deploy: (ids) => {
        during.push(live.shares.get(service));
        live.deploy(ids, 'r2');
        return Promise.resolve(ok(null));
      },
    });
    expect((await step.ask()).map(({ state }) => state)).toEqual(['due']);
    expect(await step.act?.()).toEqual({ ok: true, value: null });
    expect(during).toEqual([[{ revision, percent: 100 }]]);
    expect(live.shares.get(service)).toEqual([
      { revision, percent: 95 },
      { revision: 'latest', percent: 5 },
    ]);
    expect((await step.ask()).map(({ state }) => state)).toEqual(['ok']);
    await live.route(service, [{ revision: 'latest', percent: 100 }]);
    expect((await step.ask()).map(({ state }) => state)).toEqual(['missing']);
  });

  it('needs a previous revision to compare with', async () => {
    const step = canaryStep({
      percent: 5,
      live: new InMemoryFunctions(),
      built: () => Promise.resolve({ ids: ['app'], release: 'r1' }),
      deploy: () => Promise.resolve(ok(null)),
    });
    expect((await step.ask()).map(({ state }) => state)).toEqual(['missing']);
  });
});

describe('indexes step', () => {
  const declared = parseIndexes(
    readFileSync(new URL('../../../rules/firestore.indexes.json', import.meta.url), 'utf8'),
  );

  const kindOf = ({ order, arrayConfig }: { order?: string | undefined; arrayConfig?: string | undefined }) =>
    order ?? arrayConfig ?? '';

  /** The indexes that Firestore has after these were created. */
  const built = ({ indexes, fieldOverrides }: DeclaredIndexes, ready = true): StoreIndexes => ({
    indexes: indexes.map(({ collectionGroup, queryScope, fields }) => ({
      collection: collectionGroup,
      scope: queryScope,
      fields: fields.map(({ fieldPath, ...kind }) => ({ fieldPath, kind: kindOf(kind) })),
      ready,
    })),
    fields: fieldOverrides.map(({ collectionGroup, fieldPath, ttl, indexes: own }) => ({
      collection: collectionGroup,
      fieldPath,
      ttl,
      indexes: own.map(({ queryScope, ...kind }) => ({ scope: queryScope, kind: kindOf(kind), ready })),
    })),
  });

  function fakeService(states: readonly StoreIndexes[]) {
    const left = [...states];
    const calls: string[] = [];
    const next = () => (left.length > 1 ? left.shift() : left[0]) ?? { indexes: [], fields: [] };
    const step = indexesStep({
      declared,
      read: () => {
        calls.push('read');
        return Promise.resolve(known(next()));
      },
      deploy: () => {
        calls.push('deploy');
        return Promise.resolve(ok(null));
      },
      wait: () => {
        calls.push('wait');
        return Promise.resolve();
      },
    });
    return { step, calls };
  }
  const nothing: StoreIndexes = { indexes: [], fields: [] };

  describe('the indexes step', () => {
    it('has nothing to do when all declared indexes are ready', async () => {
      const { step } = fakeService([built(declared)]);
      expect((await step.ask()).map(({ state }) => state)).toEqual(['ok']);
    });

    it('names every missing index and every missing time to live', async () => {
      const lines = (await fakeService([nothing]).step.ask()).map(lineOf);
      expect(lines).toContain(
        'to do: index tips (collection group) on payment.status ascending, updatedAt ascending',
      );
      expect(lines).toContain('to do: index time to live of limits.expiresAt');
    });

    // Holds host-014.
    it('waits until an index that is being built is ready', async () => {
      const { step, calls } = fakeService([
        nothing,
        built(declared, false),
        built(declared, false),
        built(declared),
      ]);
      expect(await step.act?.()).toEqual({ ok: true, value: null });
      expect(calls).toEqual(['read', 'deploy', 'read', 'wait', 'read', 'wait', 'read']);
    });

    it('only waits when an earlier deploy has started to build the indexes', async () => {
      const { step, calls } = fakeService([built(declared, false), built(declared)]);
      expect(await step.act?.()).toEqual({ ok: true, value: null });
      expect(calls).not.toContain('deploy');
    });

    it('reports "unknown" without permission', async () => {
      const step = indexesStep({
        declared,
        read: () => Promise.resolve(unanswered('status 403')),
        deploy: () => Promise.resolve(ok(null)),
        wait: () => Promise.resolve(),
      });
      expect((await step.ask()).map(({ state }) => state)).toEqual(['unknown']);
      expect(await step.act?.()).toEqual({ ok: true, value: null });
    });
  });
});

describe('judge crashes', () => {
  const day = (version: string, loads: number, crashes: number, date = '2026-11-20'): CardVersionDay => ({
    v: 1,
    day: date,
    version,
    loads,
    crashes,
    expiresAt: 0,
  });
  const judge = (...days: readonly CardVersionDay[]) =>
    judgeCrashes(known(days), { current: '0.1.0', next: '0.2.0' });

  describe('the crashes of next.js and v1.js', () => {
    it('refuse a version that crashes three times as often, and say both rates', () => {
      expect(judge(day('0.1.0', 10_000, 50), day('0.2.0', 1000, 15))).toMatchObject({
        state: 'missing',
        what: 'as few crashes as before: next.js 0.2.0 1.50 % (15 crashes in 1000 loads), v1.js 0.1.0 0.50 % (50 crashes in 10000 loads)',
      });
    });

    it('allow a version that crashes somewhat more often', () => {
      expect(judge(day('0.1.0', 10_000, 50), day('0.2.0', 1000, 14))).toMatchObject({ state: 'ok' });
    });

    it('allow two crashes of next.js where v1.js has none, and refuse three in a thousand', () => {
      expect(judge(day('0.1.0', 9000, 0), day('0.2.0', 1000, 2))).toMatchObject({ state: 'ok' });
      expect(judge(day('0.1.0', 9000, 0), day('0.2.0', 1000, 3))).toMatchObject({ state: 'missing' });
    });

    it('add the days, and leave out other versions', () => {
      const days = [day('0.2.0', 300, 0), day('0.2.0', 300, 0, '2026-11-21'), day('0.0.9', 5, 5)];
      expect(judge(day('0.1.0', 500, 0), ...days)).toMatchObject({
        what: 'crashes: next.js 0.2.0 0.00 % (0 crashes in 600 loads), v1.js 0.1.0 0.00 % (0 crashes in 500 loads)',
      });
    });

    it('allow and refuse nothing below 500 loads of each, and say how many each version has', () => {
      expect(judge(day('0.1.0', 499, 0), day('0.2.0', 20, 20))).toMatchObject({
        state: 'missing',
        what: expect.stringContaining('v1.js 0.1.0 has 499, next.js 0.2.0 has 20') as string,
      });
      expect(judge(day('0.1.0', 5000, 0))).toMatchObject({
        what: expect.stringMatching(/; next\.js 0\.2\.0 has 0$/) as string,
      });
    });

    it('refuse when the counts cannot be read', () => {
      expect(judgeCrashes(unanswered('403'), { current: '0.1.0', next: '0.2.0' })).toMatchObject({
        state: 'missing',
      });
    });
  });
});

describe('the step that verifies', () => {
  /** Each check of the site returns the next of these results; the last one repeats. */
  function looks(...found: readonly (readonly Finding[])[]) {
    const seen = { looks: 0, waits: 0 };
    const step = verifyStep({
      verify: () => Promise.resolve(found[Math.min(seen.looks++, found.length - 1)] ?? []),
      wait: () => {
        seen.waits += 1;
        return Promise.resolve();
      },
    });
    return { step, seen };
  }

  const health = good('health', 'answers');
  const noRun = bad('job go-live', 'no schedule has run yet');

  it('counts the checks that passed, and leaves out those that were skipped', async () => {
    const { step } = looks([health, skipped('edge', 'not on this host')]);
    expect(await step.ask()).toEqual([{ state: 'ok', what: '1 checks of the live site' }]);
  });

  it('waits for the first run of the schedules after a first deploy', async () => {
    const { step, seen } = looks(
      [health, noRun],
      [health, noRun],
      [health, good('job go-live', 'ended well')],
    );
    expect(await step.ask()).toEqual([{ state: 'ok', what: '2 checks of the live site' }]);
    expect(seen).toEqual({ looks: 3, waits: 2 });
  });

  it('names a schedule that has not run after seven minutes', async () => {
    const { step, seen } = looks([health, noRun]);
    expect(await step.ask()).toMatchObject([
      { state: 'ok' },
      { state: 'missing', what: 'job go-live: no schedule has run yet' },
    ]);
    expect(seen).toEqual({ looks: 21, waits: 20 });
  });

  it('does not wait when another check failed', async () => {
    const { step, seen } = looks([noRun, bad('store', 'unavailable')]);
    expect(await step.ask()).toMatchObject([{}, { state: 'missing' }, { what: 'store: unavailable' }]);
    expect(seen).toEqual({ looks: 1, waits: 0 });
  });
});

/** The permission of each call, by the "IAM permissions" of its method in Google's reference; null = needed by nobody, or not in the project. */
const permissionOf: readonly (readonly [call: RegExp, permission: string | null])[] = [
  [/:testIamPermissions$/, null],
  [/^GET cloudresourcemanager\/v3\/projects\/[^/:]+$/, 'resourcemanager.projects.get'],
  [/^POST cloudresourcemanager\/.*:getIamPolicy$/, 'resourcemanager.projects.getIamPolicy'],
  [/^GET cloudbilling\/.*\/billingInfo$/, 'resourcemanager.projects.get'],
  // A right in the billing account. Without it the check says that it cannot tell, and the deploy goes on.
  [/^GET billingbudgets\//, null],
  [/^GET serviceusage\/.*\/services$/, 'serviceusage.services.list'],
  [/^GET identitytoolkit\//, 'firebaseauth.configs.get'],
  [/^GET iam\/.*\/serviceAccounts\/[^:]+$/, 'iam.serviceAccounts.get'],
  [/^POST iam\/.*:getIamPolicy$/, 'iam.serviceAccounts.getIamPolicy'],
  [/^GET storage\/storage\/v1\/b\/[^/]+$/, 'storage.buckets.get'],
  [/^GET storage\/storage\/v1\/b\/[^/]+\/iam$/, 'storage.buckets.getIamPolicy'],
  [/^PATCH storage\/storage\/v1\/b\/[^/]+$/, 'storage.buckets.update'],
  [/^GET storage\/storage\/v1\/b\/[^/]+\/o$/, 'storage.objects.list'],
  [/^GET storage\/storage\/v1\/b\/[^/]+\/o\/[^/]+$/, 'storage.objects.get'],
  [/^POST storage\/upload\//, 'storage.objects.create'],
  [/^GET firestore\/.*\/databases\/[^/]+$/, 'datastore.databases.getMetadata'],
  [/^PATCH firestore\/.*\/databases\/[^/]+$/, 'datastore.databases.update'],
  [/^GET firestore\/.*\/(?:indexes|fields)$/, 'datastore.indexes.list'],
  [/^GET firestore\/.*\/backupSchedules$/, 'datastore.backupSchedules.list'],
  [/^POST firestore\/.*\/backupSchedules$/, 'datastore.backupSchedules.create'],
  [/^PATCH firestore\/.*\/backupSchedules\/[^/]+$/, 'datastore.backupSchedules.update'],
  [/^GET firebaserules\/.*\/releases\//, 'firebaserules.releases.get'],
  [/^GET firebaserules\/.*\/rulesets\//, 'firebaserules.rulesets.get'],
  [/^GET secretmanager\/.*\/secrets\/[^/]+$/, 'secretmanager.secrets.get'],
  [/^POST secretmanager\/.*\/secrets$/, 'secretmanager.secrets.create'],
  [/^POST secretmanager\/.*:addVersion$/, 'secretmanager.versions.add'],
  [/^GET secretmanager\/.*\/versions$/, 'secretmanager.versions.list'],
  [/^GET secretmanager\/.*:access$/, 'secretmanager.versions.access'],
  // Only `npm run secrets -- remove` calls it.
  [/^POST secretmanager\/.*:destroy$/, null],
  [/^GET cloudfunctions\/.*\/functions$/, 'cloudfunctions.functions.list'],
  [/^GET run\/.*\/services\/[^/]+$/, 'run.services.get'],
  [/^PATCH run\/.*\/services\/[^/]+$/, 'run.services.update'],
  [/^GET run\/.*\/operations\/[^/]+$/, 'run.operations.get'],
  [/^GET firebasehosting\/.*\/releases$/, 'firebasehosting.sites.get'],
  [/^GET firebasehosting\/.*\/sites\/[^/]+$/, 'firebasehosting.sites.get'],
  [/^POST firebasehosting\/.*\/sites$/, 'firebasehosting.sites.create'],
  [/^POST firebasehosting\/.*\/(?:releases|versions)$/, 'firebasehosting.sites.update'],
  [/^PATCH firebasehosting\/.*\/versions\/[^/]+$/, 'firebasehosting.sites.update'],
  [/^POST logging\/v2\/entries:list$/, 'logging.logEntries.list'],
  ...(['sinks', 'buckets', 'exclusions', 'metrics'] as const).flatMap((name) => {
    const right = `logging.${name === 'metrics' ? 'logMetrics' : name}`;
    return [
      [new RegExp(`^GET logging/.*/${name}/[^/]+$`), `${right}.get`],
      [new RegExp(`^POST logging/.*/${name}$`), `${right}.create`],
      [new RegExp(`^(?:PATCH|PUT) logging/.*/${name}/[^/]+$`), `${right}.update`],
    ] as const;
  }),
  ...(['notificationChannels', 'uptimeCheckConfigs', 'alertPolicies', 'dashboards'] as const).flatMap(
    (name) =>
      [
        [new RegExp(`^GET monitoring/.*/${name}$`), `monitoring.${name}.list`],
        [new RegExp(`^POST monitoring/.*/${name}$`), `monitoring.${name}.create`],
        [new RegExp(`^PATCH monitoring/.*/${name}/[^/]+$`), `monitoring.${name}.update`],
      ] as const,
  ),
  [/^GET artifactregistry\/.*\/repositories\/[^/]+$/, 'artifactregistry.repositories.get'],
  [/^PATCH artifactregistry\/.*\/repositories\/[^/]+$/, 'artifactregistry.repositories.update'],
];

/** `GET run/v2/projects/…`, without the query. */
const callOf = (method: string, address: string): string => {
  const { hostname, pathname } = new URL(address);
  return `${method} ${hostname.replace('.googleapis.com', '')}${pathname}`;
};

/** One answer that fits every question, so that each call after the first is made too. Secrets named ABSENT do not exist. */
const anyAnswer = {
  name: 'projects/busker-test/locations/europe-west1/operations/1',
  billingEnabled: true,
  billingAccountName: 'billingAccounts/1',
  locationId: 'eur3',
  rulesetName: 'projects/busker-test/rulesets/1',
  source: { files: [] },
  payload: { data: '' },
};

const mailTo = { page: 'page@busker.example', ticket: 'ticket@busker.example' };

/** Every method of an adapter, so that one that is added later is called too. */
async function callAll(adapter: object, ...given: readonly unknown[]): Promise<void> {
  for (const method of Object.values(adapter) as ((...all: readonly unknown[]) => Promise<unknown>)[])
    await method.apply(adapter, [...given]);
}

/** A resource as Google has it after somebody changed it. */
function changed(resource: OpsResource): { readonly name: string } {
  const url = new URL(resource.find.url);
  return { name: `${url.pathname.replace(/^\/v\d\//, '')}/1` };
}

async function callsOfDeploy(): Promise<readonly string[]> {
  const calls = new Set<string>();
  const wanted = fakeInstallation({ mailTo, minInstances: 0, domainSite: 'ABSENT' });
  const services: Services = realServices(wanted, {
    token: () => Promise.resolve('fake-token'),
    fetch: (input, init) => {
      const address = input instanceof Request ? input.url : input.toString();
      const method = init?.method ?? 'GET';
      calls.add(callOf(method, address));
      const isAbsent = method === 'GET' && address.includes('ABSENT');
      return Promise.resolve(Response.json(anyAnswer, { status: isAbsent ? 404 : 200 }));
    },
  });
  const { google } = services;
  await askRights(google, wanted, null);
  await readProject(google, wanted);
  await readIndexes(google, wanted.projectId, wanted.database.id);
  await readReleasedRules(google, wanted);
  await startFaults(google, { projectId: wanted.projectId, revisions: ['app-1'], since: 0 });
  for (const name of ['STRIPE_SECRET_KEY', 'ABSENT']) await callAll(services.secrets, name, '1');
  const service = 'projects/busker-test/locations/europe-west1/services/app';
  await services.functions.list();
  await services.functions.traffic(service);
  for (const site of [services.hosting, services.domainSite ?? {}])
    await callAll(site, 'sites/busker-test/versions/1', 'busker 1');
  await callAll(services.kept, 'embed/1.0.0/busker.js', Buffer.from(''));
  await services.ops.plan();
  for (const resource of opsResources(opsTarget(wanted))) {
    await applyPlan(google, [{ resource, live: null, standing: { kind: 'missing' } }], () => undefined);
    const live = changed(resource);
    await applyPlan(google, [{ resource, live, standing: { kind: 'differs', at: [] } }], () => undefined);
  }
  return [...calls];
}

// Holds host-250.
it('names a permission for each call of a deploy, and asks whether whoever deploys has it', async () => {
  const calls = await callsOfDeploy();
  expect(calls.length).toBeGreaterThan(40);
  const needed = new Set<string>();
  const unnamed: string[] = [];
  for (const call of calls) {
    const row = permissionOf.find(([pattern]) => pattern.test(call));
    if (row === undefined) unnamed.push(call);
    else if (row[1] !== null) needed.add(row[1]);
  }
  expect(unnamed).toEqual([]);
  const asked = [...deployRights, ...accountRights].flatMap(({ permissions }) => permissions);
  expect([...needed].filter((permission) => !asked.includes(permission))).toEqual([]);
});
