import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { dayOf } from '@busker/core/insights/insight-document';
import { firebaseConfig } from '../firebase/firebase-config';
import {
  settingsWarnings,
  installationOf,
  lineOf,
  unknown,
  type Installation,
  type Finding,
  type Step,
} from '../installation/installation';
import { Stopped, type Machine } from '../command';
import { deployOptions } from './deploy-options';
import { addSecret } from './secrets/secrets';
import { packageVersion, releaseSteps, stepsFrom, storeSteps, type ReleaseContext } from './release-steps';
import { withoutWriting } from './releases/release-files';
import { realServices, type Services } from './services';
import { promotionStep } from './steps/record-step';
import { askRights, judgeCredentials } from './steps/tools';
import { mendEndpoints } from '../installation/stripe';
import { preparation, readCredentials, settingsStep } from './preparation';

/**
 * `--webhooks`: creates or updates the endpoints, with a permitted key from standard input. Stores the new signing secrets in front of the
 * earlier ones. The key itself is not stored.
 */
export async function makeWebhooks({ machine, services, wanted }: ReleaseContext): Promise<boolean> {
  const { say } = machine;
  const key = await machine.standardInput();
  if (!/^(?:sk|rk)_(?:test|live)_/.test(key) || key.includes('_live_') !== wanted.livemode)
    throw new Stopped(
      `Pipe a ${wanted.livemode ? 'live' : 'test'} key of Stripe with write access to webhook endpoints into this command.`,
    );
  const made = await mendEndpoints(services.stripeWith(key), wanted);
  if (!made.ok) throw new Stopped(made.problem);
  if (made.value.length === 0) {
    say('The endpoints are complete; no secret is new.');
    return true;
  }
  const added = await addSecret(services.secrets, {
    name: 'STRIPE_WEBHOOK_SECRETS',
    value: made.value.join(','),
    front: true,
    livemode: wanted.livemode,
  });
  if (!added.ok) throw new Stopped(added.problem);
  say(
    `${made.value.length} endpoints were made; STRIPE_WEBHOOK_SECRETS has version ${added.value}. The functions get it with: npm run deploy -- --from functions`,
  );
  return true;
}

type Say = (line: string) => void;

const has = (findings: readonly Finding[], state: Finding['state']) =>
  findings.some((finding) => finding.state === state);

/** What cannot be told for one reason is one line, and a reason is not repeated from step to step. Returns the reason that was said last. */
function sayAll(findings: readonly Finding[], say: Say, saidLast = ''): string {
  const untold = new Map<string, string[]>();
  for (const finding of findings)
    if (finding.state === 'unknown')
      untold.set(finding.why, [...(untold.get(finding.why) ?? []), finding.what]);
    else say(lineOf(finding));
  let last = saidLast;
  for (const [why, whats] of untold) {
    say(lineOf(unknown(whats.join('; '), why === last ? 'for the same reason' : why)));
    last = why;
  }
  return last;
}

/** Makes every check and changes nothing. Returns false when a person has something to do first. */
export async function askAll(steps: readonly Step[], say: Say, found?: Machine['found']): Promise<boolean> {
  const all: Finding[] = [];
  let reason = '';
  for (const step of steps) {
    say(`\n${step.name}`);
    const findings = await step.ask();
    for (const finding of findings) found?.({ step: step.name, ...finding });
    reason = sayAll(findings, say, reason);
    all.push(...findings);
  }
  const count = (state: Finding['state']) => all.filter((finding) => finding.state === state).length;
  say(
    `\n${count('ok')} ok, ${count('missing')} missing, ${count('due')} to do by the deploy, ${count('unknown')} cannot be told`,
  );
  return count('missing') === 0;
}

/**
 * Runs the steps in order. Each step checks first, and acts only when something is due or unknown. So a second run changes nothing, and a run
 * after a crash continues where the first one stopped. Returns false when a step stopped the run; the steps after it did not start.
 */
export async function runAll(steps: readonly Step[], say: Say, found?: Machine['found']): Promise<boolean> {
  for (const step of steps) {
    say(`\n${step.name}`);
    const told = (findings: readonly Finding[]) => {
      for (const finding of findings) found?.({ step: step.name, ...finding });
      sayAll(findings, say);
    };
    const before = await step.ask();
    told(before);
    if (has(before, 'missing')) return stopped(step, say);
    if (step.act === undefined) continue;
    if (!has(before, 'due') && !has(before, 'unknown')) {
      say('already so');
      continue;
    }
    const acted = await step.act();
    if (!acted.ok) {
      say(acted.problem);
      return stopped(step, say);
    }
    const after = await step.ask();
    told(after);
    if (has(after, 'missing') || has(after, 'due')) return stopped(step, say);
  }
  return true;
}

function stopped(step: Step, say: Say): false {
  say(
    `\nStopped at ${step.name}; the steps after it did not run. When it is mended: npm run deploy -- --from ${step.name}`,
  );
  return false;
}

/** The text of `.env`; empty when the file does not exist. */
const readDotEnv = async (root: string): Promise<string> =>
  existsSync(`${root}.env`) ? readFile(`${root}.env`, 'utf8') : '';

/** The installation of `.env`. Faults in it end the command. */
export async function installationIn(root: string): Promise<Installation> {
  const wanted = installationOf(parseEnv(await readDotEnv(root)) as Readonly<Record<string, string>>);
  if (!wanted.ok) throw new Stopped(wanted.problem.join('\n'));
  return wanted.value;
}

/** Steps whose checks need the new release to be live. */
const needsTheRelease = new Set(['smoke', 'record', 'verify']);

/** What the person who deploys may do. A right may be granted in a way that this cannot see, so a deploy itself does not stop at it. */
const permissions = ({ services, wanted }: ReleaseContext): Step => ({
  name: 'permissions',
  ask: async () => askRights(services.google, wanted, await services.account()),
});

/**
 * Asks who deploys and what they may do, builds, and checks what a deploy would change. Nothing is written to the bucket of releases, and the new release
 * cannot respond yet.
 */
async function plan(context: ReleaseContext, settings: Step): Promise<boolean> {
  const { say, found } = context.machine;
  const credentials = await readCredentials(context.services.token);
  say('\ncredentials');
  say(lineOf(judgeCredentials(credentials)));
  if (credentials.state === 'unknown') {
    say('\nNothing was built or asked: without credentials nobody can tell what a deploy would change.');
    return false;
  }
  const mayDeploy = await askAll([permissions(context)], say, found);
  const services = { ...context.services, kept: withoutWriting(context.services.kept) };
  const [build, versions, ...later] = await releaseSteps({ ...context, services });
  if (build === undefined || versions === undefined) return false;
  if (!(await runAll([build, versions], say, found))) return false;
  const asked = later.filter(({ name }) => !needsTheRelease.has(name));
  return (await askAll([settings, ...preparation(context), ...asked], say, found)) && mayDeploy;
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
  const { say, found } = machine;
  switch (options.task) {
    case 'check':
      return askAll(
        [settings, permissions(context), ...preparation(context), ...(await storeSteps(context))],
        say,
        found,
      );
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
      if (chosen.ok) return runAll(chosen.value, say, found);
      throw new Stopped(chosen.problem);
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

/** Runs `busker deploy` and returns the exit code. `services`: the services that it calls, from the settings. */
export async function runDeploy(
  argv: readonly string[],
  machine: Machine,
  services: (wanted: Installation) => Services = realServices,
): Promise<number> {
  const { say, root, found } = machine;
  const options = deployOptions(argv);
  if (!options.ok) throw new Stopped(options.problem, 2);
  if (options.value.task === 'write-config') return writeConfig(machine);
  const dotEnv = await readDotEnv(root);
  const settings = parseEnv(dotEnv) as Readonly<Record<string, string>>;
  const wanted = installationOf(settings);
  const step = settingsStep(wanted);
  if (!wanted.ok) {
    await askAll([step], say, found);
    say('Nothing else was asked: the other questions need these settings.');
    return 1;
  }
  const { project } = options.value;
  if (project !== null && project !== wanted.value.projectId)
    throw new Stopped(
      `--project is ${project}, but FIREBASE_WEB_CONFIG is of ${wanted.value.projectId}. Nothing was deployed.`,
    );
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
