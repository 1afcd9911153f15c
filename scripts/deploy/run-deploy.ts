import { writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { helpAskedFor } from '../command-help';
import { firebaseConfig } from '../firebase-config';
import { settingsWarnings } from './check-settings';
import { deployOptions, type DeployOptions } from './deploy-options';
import { installationOf, type Installation } from './installation';
import type { Machine } from './machine';
import { makeWebhooks } from './make-webhooks';
import { preparationSteps, settingsStep } from './preparation-steps';
import { readTools } from './read-tools';
import { packageVersion, releaseSteps, stepsFrom, storeSteps, type ReleaseContext } from './release-steps';
import { askAll, runAll } from './run-steps';
import { withoutWriting } from './releases/without-writing';
import { realServices, storedStripeKey, type Services } from './services';
import { ok } from '../../core/base/result';
import { dayOf } from '../../core/documents/insight-document';
import type { Step } from './step';
import { promotionStep } from './steps/promotion-step';

/** The text of `.env`; empty when the file does not exist. */
export const readDotEnv = async (root: string): Promise<string> =>
  existsSync(`${root}.env`) ? readFile(`${root}.env`, 'utf8') : '';

function preparation(context: ReleaseContext): readonly Step[] {
  const { machine, services, wanted, options } = context;
  return preparationSteps(wanted, {
    google: services.google,
    secrets: services.secrets,
    tools: () => readTools(machine, services.token),
    stripeAccount: options.stripeAccount,
    async stripe() {
      const key = options.stripeKeyFromInput
        ? ok(await machine.standardInput())
        : await storedStripeKey(services.secrets);
      return key.ok ? ok(services.stripeWith(key.value)) : key;
    },
  });
}

/** Steps whose checks need the new release to be live. */
const needsTheRelease = new Set(['smoke', 'record', 'verify']);

/** Builds, and checks what a deploy would change. Nothing is written to the bucket of releases, and the new release cannot respond yet. */
async function plan(context: ReleaseContext, settings: Step): Promise<boolean> {
  const { say } = context.machine;
  const services = { ...context.services, kept: withoutWriting(context.services.kept) };
  const [build, versions, ...later] = await releaseSteps({ ...context, services });
  if (build === undefined || versions === undefined) return false;
  if (!(await runAll([build, versions], say))) return false;
  const asked = later.filter(({ name }) => !needsTheRelease.has(name));
  return askAll([settings, ...preparation(context), ...asked], say);
}

/** The comparison of `--promote`, which comes before anything is changed. */
async function promotion({ machine, services, options }: ReleaseContext): Promise<readonly Step[]> {
  if (!options.promote) return [];
  const version = await packageVersion(machine.root);
  const since = dayOf(services.now() - 2 * 24 * 60 * 60_000);
  return [
    promotionStep({
      kept: services.kept,
      version,
      counts: (versions) => services.versionCounts(since, versions),
    }),
  ];
}

/** Runs one task and returns the exit code. */
async function runTask(context: ReleaseContext, settings: Step): Promise<boolean> {
  const { machine, options } = context;
  const { say } = machine;
  switch (options.task) {
    case 'check':
      return askAll([settings, ...preparation(context), ...(await storeSteps(context))], say);
    case 'plan':
      return plan(context, settings);
    case 'webhooks':
      return makeWebhooks(context);
    case 'run': {
      const steps = [
        settings,
        ...preparation(context),
        ...(await promotion(context)),
        ...(await releaseSteps(context)),
      ];
      const chosen = stepsFrom(steps, options.from);
      if (chosen.ok) return runAll(chosen.value, say);
      say(chosen.problem);
      return false;
    }
    case 'write-config':
      return true;
  }
}

async function writeConfig({ root, run }: Machine): Promise<number> {
  await writeFile(`${root}firebase.json`, `${JSON.stringify(firebaseConfig(), null, 2)}\n`);
  const { code } = await run('prettier', ['--write', '--ignore-path', '/dev/null', 'firebase.json']);
  return code;
}

function projectFault({ project }: DeployOptions, { projectId }: Installation): string | null {
  return project === null || project === projectId
    ? null
    : `--project is ${project}, but FIREBASE_WEB_CONFIG is of ${projectId}. Nothing was deployed.`;
}

/** Runs `npm run deploy -- …` and returns the exit code. `services`: the services that it calls, from the settings. */
export async function runDeploy(
  argv: readonly string[],
  machine: Machine,
  services: (wanted: Installation) => Services = realServices,
): Promise<number> {
  const { say, root } = machine;
  const help = helpAskedFor('deploy', argv);
  if (help !== null) {
    for (const line of help) say(line);
    return 0;
  }
  const options = deployOptions(argv);
  if (!options.ok) {
    say(options.problem);
    return 1;
  }
  if (options.value.task === 'write-config') return writeConfig(machine);
  const dotEnv = await readDotEnv(root);
  const settings = parseEnv(dotEnv) as Readonly<Record<string, string>>;
  const wanted = installationOf(settings);
  const step = settingsStep(wanted);
  if (!wanted.ok) {
    await askAll([step], say);
    say('Nothing else was asked: the other questions need these settings.');
    return 1;
  }
  const fault = projectFault(options.value, wanted.value);
  if (fault !== null) {
    say(fault);
    return 1;
  }
  for (const warning of settingsWarnings(settings)) say(`warning: ${warning}`);
  const context = {
    machine,
    services: services(wanted.value),
    wanted: wanted.value,
    options: options.value,
    dotEnv,
  };
  return (await runTask(context, step)) ? 0 : 1;
}
