import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import * as v from 'valibot';
import { fail, ok, type Result } from '@busker/core/base/result';
import type { ImmutableFiles } from '@busker/core/web/route-headers';
import { immutableFiles } from '@busker/local/hosting/immutable-files';
import { firebaseConfig } from '../firebase/firebase-config';
import type { Machine } from '../command';
import type { DeployOptions } from './deploy-options';
import { functionsAt, readIndexes, parseIndexes } from '../installation/google';
import {
  readReleasedRules,
  readRules,
  domainSiteStep,
  hostingStep,
  indexesStep,
  rulesStep,
} from './steps/publish-steps';
import { canaryStep, functionsStep, removalsStep, type BuiltFunctions } from './steps/functions-step';
import { startFaults, smokeStep } from './steps/smoke-step';
import { due, fine, type Installation, type Step } from '../installation/installation';
import { applyChannels, documentVersions } from './releases/release-record';
import { folderHash } from './releases/release-files';
import { keepDashboards, keepVersions } from './releases/keep-versions';
import { newestSecrets, type Services } from './services';
import { opsStep, verifyStep } from './steps/verify-step';
import { recordStep } from './steps/record-step';

/** The `firebase` command, which never prompts here. */
export interface FirebaseCli {
  deploy(only: string, more?: readonly string[]): Promise<Result<null, string>>;
  deleteFunctions(ids: readonly string[], region: string): Promise<Result<null, string>>;
}

/** The generated configuration. Its paths are relative to itself, so the file is beside firebase.json. Git ignores it. */
export const deployConfig = 'firebase.deploy.json';

export function firebaseCli({ run }: Machine, projectId: string): FirebaseCli {
  const call = async (args: readonly string[]) => {
    const common = ['--config', deployConfig, '--project', projectId, '--non-interactive'];
    const { code } = await run('firebase', [...args, ...common], { inherit: true });
    return code === 0 ? ok(null) : fail(`firebase ${args[0] ?? ''} ended with ${code}.`);
  };
  return {
    deploy: (only, more = []) => call(['deploy', '--only', only, ...more]),
    deleteFunctions: (ids, region) => call(['functions:delete', ...ids, '--region', region, '--force']),
  };
}

const webConfig = v.pipe(
  v.string(),
  v.check((text) => text.startsWith('{')),
  v.parseJson(),
  v.object({ apiKey: v.string() }),
);

/** The names that only the deploy reads, and the secrets, which only Secret Manager may contain. */
const notForFunctions =
  /^(?:FIREBASE_|X_GOOGLE_|EXT_|STRIPE_SECRET_KEY|STRIPE_WEBHOOK_SECRETS?|BUSKER_SECRET|CHALLENGE_SECRET_KEY|SMTP_URL|DKIM_PRIVATE_KEY|VAPID_PRIVATE_KEYS|(?:PORT|BIND_ADDRESS|METRICS_PORT|JOB_LOOK_SECONDS)\b)/;

/**
 * The `.env` of the functions, made from the repository's own. It leaves out names that Firebase reserves, which would make the deploy fail, and
 * secrets, which belong in Secret Manager.
 */
export function functionsEnv(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => /^\s*(?:export\s+)?[A-Z][A-Z0-9_]*\s*=/.test(line));
  const kept = lines
    .map((line) => line.trim().replace(/^export\s+/, ''))
    .filter((line) => !notForFunctions.test(line));
  return `${[...kept, ...webApiKey(text)].join('\n')}\n`;
}

/** The key of the web app, which every browser has. The functions ask the sign-in service with it. */
function webApiKey(text: string): readonly string[] {
  const parsed = v.safeParse(webConfig, parseEnv(text)['FIREBASE_WEB_CONFIG']);
  return parsed.success ? [`WEB_API_KEY=${parsed.output.apiKey}`] : [];
}

/** Writes the configuration for `firebase deploy`, with all values that differ between installations and releases. */
export async function writeDeployConfig(
  root: string,
  wanted: Installation,
  files: ImmutableFiles,
): Promise<void> {
  const named = wanted.database.id !== '(default)';
  const storageRules = 'dist/storage.rules';
  if (named) {
    await mkdir(`${root}dist`, { recursive: true });
    await writeFile(`${root}${storageRules}`, (await readRules(root, wanted)).storage);
  }
  const { region, database } = wanted;
  const config = firebaseConfig({ region, database, files, ...(named ? { storageRules } : {}) });
  await writeFile(`${root}${deployConfig}`, `${JSON.stringify(config, null, 2)}\n`);
}

const isDeployed = (path: string) =>
  !path.startsWith('node_modules/') && !/(?:^|\/)(?:\.env|\.secret\.local)$|\.(?:log|local)$/.test(path);

/** The functions of the built package: their names, and the hash of code and settings. */
export async function readBuiltFunctions(
  { root, run }: Machine,
  projectId: string,
  env: string,
): Promise<BuiltFunctions> {
  const entry = JSON.stringify(`file://${root}dist/functions/index.js`);
  const script = `const all = await import(${entry}); process.stdout.write(JSON.stringify(Object.keys(all).filter((name) => all[name].__endpoint)));`;
  const { code, output } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: { FUNCTIONS_CONTROL_API: 'true', GCLOUD_PROJECT: projectId },
  });
  if (code !== 0) throw new Error(`dist/functions cannot be read:\n${output}`);
  const ids = v.parse(v.array(v.string()), JSON.parse(output.slice(output.lastIndexOf('['))));
  return { ids: ids.toSorted(), release: await folderHash(`${root}dist/functions`, env, isDeployed) };
}

/** The functions' own `.env`: their settings, and the release that `/health` returns. */
export async function writeFunctionsEnv(root: string, dotEnv: string, release: string): Promise<void> {
  await writeFile(`${root}dist/functions/.env`, `${functionsEnv(dotEnv)}BUSKER_RELEASE=${release}\n`);
}

/** One folder for Hosting: the dashboard, the embed and the overlay beside it, and the configuration that the dashboard reads when it starts. */
export async function assembleSite(root: string, webConfig: object): Promise<string> {
  const site = `${root}dist/hosting`;
  await rm(site, { recursive: true, force: true });
  await mkdir(site, { recursive: true });
  await cp(`${root}dist/dashboard`, site, { recursive: true });
  await cp(`${root}dist/overlay`, site, { recursive: true });
  await cp(`${root}dist/embed`, `${site}/embed`, { recursive: true });
  await writeFile(`${site}/busker-config.json`, JSON.stringify(webConfig));
  return site;
}

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
  let isStored = false;
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
        isStored
          ? fine('every published file is in the bucket of releases')
          : due('the files of this release in the bucket of releases'),
      ]),
    async act() {
      const version = await packageVersion(root);
      const { kept } = services;
      const live = { origin: wanted.origin, fetch: services.fetch };
      const site = `${root}dist/hosting`;
      const folder = `${site}/embed`;
      const all = await keepVersions({ kept, live, folder, version, first: options.first });
      if (!all.ok) return all;
      const channels = await applyChannels({
        kept,
        folder,
        version,
        early: options.early,
        now: services.now(),
      });
      if (!channels.ok) return channels;
      const dashboards = await keepDashboards({ kept, site, now: services.now() });
      if (!dashboards.ok) return dashboards;
      await writeDeployConfig(root, wanted, await immutableFiles(`${root}dist`));
      env = `${dotEnv.trimEnd()}\nCARD_VERSIONS=${[...new Set([...all.value, version])].toSorted().join(',')}\n`;
      const { release } = await readBuiltFunctions(machine, wanted.projectId, env);
      await writeFunctionsEnv(root, env, release);
      machine.say(
        `embed ${all.value.join(', ')}; /embed/v1.js is ${channels.value}; ${dashboards.value} dashboards`,
      );
      isStored = true;
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
  const { hosting, domainSite, kept } = services;
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
      storedFile: async () => `/embed/${await packageVersion(root)}/manifest.json`,
      logs: `https://console.cloud.google.com/run/detail/${region}/app/logs?project=${projectId}`,
    }),
    hostingStep({ live: hosting, hash, deploy: (message) => cli.deploy('hosting', ['--message', message]) }),
    ...(domainSite === null ? [] : [domainSiteStep(wanted, domainSite)]),
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
        documents: await documentVersions(`${root}core`),
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

/**
 * The steps from this one on. Steps that only change dist/ always run, because the later ones read it; and `smoke` runs before `hosting`, whose files are
 * enough only together with functions that serve those of earlier releases. The problem is one sentence.
 */
export function stepsFrom(steps: readonly Step[], from: string | null): Result<readonly Step[], string> {
  const start = from === null ? 0 : steps.findIndex(({ name }) => name === from);
  const before = ['build', 'versions', ...(from === 'hosting' ? ['smoke'] : [])];
  return start >= 0
    ? ok(steps.filter(({ name }, index) => index >= start || before.includes(name)))
    : fail(`There is no step ${from ?? ''}. There are ${steps.map(({ name }) => name).join(', ')}.`);
}
