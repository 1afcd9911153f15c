import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { fail, ok, type Result } from '../../core/base/result';
import { immutableFiles } from '../../local/hosting/immutable-files';
import {
  assembleSite,
  readBuiltFunctions,
  readRules,
  writeDeployConfig,
  writeFunctionsEnv,
} from './build-site';
import type { DeployOptions } from './deploy-options';
import { deployConfig, firebaseCli } from './firebase-cli';
import { functionsAt } from './google/live-functions';
import { readReleasedRules } from './google/released-rules';
import { readIndexes } from './google/store-indexes';
import type { Installation } from './installation';
import type { Machine } from './machine';
import { applyChannels } from './releases/channels';
import { documentVersions } from './releases/document-versions';
import { folderFiles } from './releases/folder-files';
import { folderHash } from './releases/folder-hash';
import { keepDashboards } from './releases/keep-dashboards';
import { keepVersions } from './releases/keep-versions';
import { newestSecrets, type Services } from './services';
import { due, fine, type Step } from './step';
import { canaryStep } from './steps/canary-step';
import { functionsStep, removalsStep, type BuiltFunctions } from './steps/functions-step';
import { hostingStep } from './steps/hosting-step';
import { indexesStep } from './steps/indexes-step';
import { parseIndexes } from './steps/judge-indexes';
import { opsStep } from './steps/ops-step';
import { recordStep } from './steps/record-step';
import { rulesStep } from './steps/rules-step';
import { startFaults } from './google/start-faults';
import { smokeStep } from './steps/smoke-step';
import { verifyStep } from './steps/verify-step';

export interface ReleaseContext {
  readonly machine: Machine;
  readonly services: Services;
  readonly wanted: Installation;
  readonly options: DeployOptions;
  /** The text of `.env`. */
  readonly dotEnv: string;
}

interface BuildSteps {
  readonly build: Step;
  readonly versions: Step;
  /** The settings of the functions, complete after `versions`: the functions count crashes of published versions only, so they must know them. */
  readonly functionsEnv: () => string;
}

/** The two steps that change only dist/. They run in `--plan` too. */
function buildSteps(context: ReleaseContext): BuildSteps {
  const { machine, services, wanted, options, dotEnv } = context;
  const { root } = machine;
  let env = dotEnv;
  let isBuilt = false;
  let isFilled = false;
  const build: Step = {
    name: 'build',
    ask: () => Promise.resolve([isBuilt ? fine('dist/ is up to date') : due('dist/')]),
    async act() {
      if (!(await machine.build())) return fail('The build failed; nothing was deployed.');
      await assembleSite(root, wanted.webConfig);
      isBuilt = true;
      return ok(null);
    },
  };
  const versions: Step = {
    name: 'versions',
    ask: () =>
      Promise.resolve([
        isFilled ? fine('every published embed version is in place') : due('every published embed version'),
      ]),
    async act() {
      const version = await packageVersion(root);
      const { kept } = services;
      const live = { origin: wanted.origin, fetch: services.fetch };
      const copy = folderFiles(`${root}dist/releases`);
      const site = `${root}dist/hosting`;
      const folder = `${site}/embed`;
      const all = await keepVersions({ kept, copy, live, folder, version, first: options.first });
      if (!all.ok) return all;
      const channels = await applyChannels({
        kept,
        folder,
        version,
        early: options.early,
        now: services.now(),
      });
      if (!channels.ok) return channels;
      const dashboards = await keepDashboards({ kept, copy, site, now: services.now() });
      if (!dashboards.ok) return dashboards;
      // Files of earlier dashboards are not named: only the few tabs that are still open ask for them.
      const { assets } = await immutableFiles(`${root}dist`);
      await writeDeployConfig(root, wanted, { versions: all.value, assets });
      env = `${dotEnv.trimEnd()}\nCARD_VERSIONS=${[...new Set([...all.value, version])].toSorted().join(',')}\n`;
      const { release } = await readBuiltFunctions(machine, wanted.projectId, env);
      await writeFunctionsEnv(root, env, release);
      machine.say(
        `embed ${all.value.join(', ')}; /embed/v1.js is ${channels.value}; ${dashboards.value} dashboards`,
      );
      isFilled = true;
      return ok(null);
    },
  };
  return { build, versions, functionsEnv: () => env };
}

export async function packageVersion(root: string): Promise<string> {
  const file = v.object({ version: v.string() });
  return v.parse(file, JSON.parse(await readFile(`${root}package.json`, 'utf8'))).version;
}

/** Calls `make` once per deploy, because reading the built package takes a second. */
function remembered<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}

/** Indexes and rules. They are read from the sources, without a build. */
export async function storeSteps({ machine, services, wanted }: ReleaseContext): Promise<readonly Step[]> {
  const { root } = machine;
  const { projectId, database } = wanted;
  const cli = firebaseCli(machine, projectId);
  return [
    indexesStep({
      declared: parseIndexes(await readFile(`${root}rules/firestore.indexes.json`, 'utf8')),
      read: () => readIndexes(services.google, projectId, database.id),
      deploy: () => cli.deploy('firestore:indexes'),
      wait: services.wait,
    }),
    rulesStep({
      ours: await readRules(root, wanted),
      read: () => readReleasedRules(services.google, wanted),
      deploy: () => cli.deploy('firestore:rules,storage'),
    }),
  ];
}

/** Every step that changes something, in order. */
export async function releaseSteps(context: ReleaseContext): Promise<readonly Step[]> {
  const { machine, services, wanted, options } = context;
  const { root } = machine;
  const { projectId, region } = wanted;
  const cli = firebaseCli(machine, projectId);
  const { build, versions, functionsEnv } = buildSteps(context);
  const built = remembered((): Promise<BuiltFunctions> =>
    readBuiltFunctions(machine, projectId, functionsEnv()),
  );
  const hash = remembered(async () =>
    folderHash(`${root}dist/hosting`, await readFile(`${root}${deployConfig}`, 'utf8')),
  );
  // The functions are named, so that `--force` removes no function. It only answers the prompt about old container images.
  const deployFunctions = (ids: readonly string[]) =>
    cli.deploy(ids.map((id) => `functions:busker:${id}`).join(','), ['--force']);
  const { hosting, kept } = services;
  const functions = functionsAt(services.functions, region);
  const before = [build, versions, ...(await storeSteps(context))];
  if (options.canary !== null)
    return [
      ...before,
      canaryStep({ percent: options.canary, live: functions, built, deploy: deployFunctions }),
    ];
  return [
    ...before,
    functionsStep({
      built,
      region,
      // This step must also see the functions of other regions.
      live: services.functions,
      move: options.move,
      newestSecrets: () => newestSecrets(services.secrets),
      deploy: deployFunctions,
    }),
    smokeStep({
      live: functions,
      built,
      fetch: services.fetch,
      wait: services.wait,
      startFaults: (revisions, since) => startFaults(services.google, { projectId, revisions, since }),
      now: services.now,
      logs: `https://console.cloud.google.com/run/detail/${region}/app/logs?project=${projectId}`,
    }),
    hostingStep({ live: hosting, hash, deploy: (message) => cli.deploy('hosting', ['--message', message]) }),
    recordStep({
      kept,
      functions,
      hosting,
      built,
      hash,
      now: services.now,
      about: async () => ({
        by: (await machine.run('git', ['config', 'user.email'])).output.trim(),
        commit: (await machine.run('git', ['rev-parse', 'HEAD'])).output.trim() || null,
        version: await packageVersion(root),
        documents: await documentVersions(`${root}core/documents`),
      }),
    }),
    opsStep(services.ops),
    verifyStep({ verify: async () => services.verify((await built()).release), wait: services.wait }),
    removalsStep({
      built,
      live: functions,
      allowed: options.allowRemoval,
      remove: (ids) => cli.deleteFunctions(ids, region),
    }),
  ];
}

/** The steps from this one on. Steps that only change dist/ always run, because the later ones read it. The problem is one sentence. */
export function stepsFrom(steps: readonly Step[], from: string | null): Result<readonly Step[], string> {
  const start = from === null ? 0 : steps.findIndex(({ name }) => name === from);
  return start >= 0
    ? ok(steps.filter(({ name }, index) => index >= start || name === 'build' || name === 'versions'))
    : fail(`There is no step ${from ?? ''}. There are ${steps.map(({ name }) => name).join(', ')}.`);
}
