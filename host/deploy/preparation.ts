import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { Machine } from '../command';
import { known, unanswered, type GoogleRest } from '../installation/google';
import { judgeTools, type Tools } from './steps/tools';
import { fail, ok, type Result } from '@busker/core/base/result';
import { fine, missing, unknown, type Installation, type Step } from '../installation/installation';
import { askEndpoints, askPermissions, type StripeRest } from '../installation/stripe';
import type { ReleaseContext } from './release-steps';
import { askSecrets, switchOffSecrets, type Secrets } from './secrets/secrets';
import { storedStripeKey } from './services';
import { judgeProject } from './steps/judge-project';
import { monthlyPrice } from '../costs/list-prices';
import { readProject } from './steps/read-project';

const packageFile = v.object({ version: v.string() });
const lockFile = v.object({
  packages: v.object({ 'node_modules/firebase-tools': v.object({ version: v.string() }) }),
});

const readJson = async <T>(file: string, schema: v.GenericSchema<unknown, T>): Promise<T> =>
  v.parse(schema, JSON.parse(await readFile(file, 'utf8')));

/** Whether the credentials of this machine give a token for Google. */
export const readCredentials = (token: () => Promise<string>): Promise<Tools['credentials']> =>
  token().then(
    () => known(null),
    (error: unknown) => unanswered(error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''),
  );

/** Reads the tools of this machine; `token` shows whether the Google credentials work. */
async function readTools({ root, run }: Machine, token: () => Promise<string>): Promise<Tools> {
  const git = async (...args: string[]) => {
    const { code, output } = await run('git', args);
    return code === 0 ? output.trimEnd() : null;
  };
  const [commit, status, lock, installed, credentials] = await Promise.all([
    git('rev-parse', 'HEAD'),
    git('status', '--porcelain'),
    readJson(`${root}host/firebase/package-lock.json`, lockFile),
    readJson(`${root}host/firebase/node_modules/firebase-tools/package.json`, packageFile).catch(() => null),
    readCredentials(token),
  ]);
  return {
    node: process.versions.node,
    firebaseTools: {
      installed: installed?.version ?? null,
      locked: lock.packages['node_modules/firebase-tools'].version,
    },
    commit,
    changed: (status ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.slice(3)),
    credentials,
  };
}

interface Preparation {
  readonly google: GoogleRest;
  readonly secrets: Secrets;
  readonly tools: () => Promise<Tools>;
  /** Fetches the locked firebase-tools, which `npm ci` leaves out. */
  readonly fetchTools: () => Promise<Result<null, string>>;
  /** Stripe with the key that the functions will get; the problem says why there is none. */
  readonly stripe: () => Promise<Result<StripeRest, string>>;
  /** The connected account to check the key with. */
  readonly stripeAccount: string | null;
}

/** The first check; it needs only `.env`. */
export function settingsStep(installation: Result<Installation, readonly string[]>): Step {
  return {
    name: 'settings',
    ask: () => {
      if (!installation.ok)
        return Promise.resolve(
          installation.problem.map((sentence) =>
            missing(sentence, 'in .env; docs/hosts/self-hosting.md has every setting'),
          ),
        );
      const { minInstances } = installation.value;
      const warm = minInstances === 0 ? [] : [fine(monthlyPrice(installation.value))];
      return Promise.resolve([fine('the settings in .env'), ...warm]);
    },
  };
}

/** The requirements that are checked before the build and the deploy. They change nothing but this: an optional secret that does not exist is stored as `off`. */
function preparationSteps(wanted: Installation, from: Preparation): readonly Step[] {
  return [
    { name: 'tools', ask: async () => judgeTools(await from.tools()), act: from.fetchTools },
    { name: 'project', ask: async () => judgeProject(await readProject(from.google, wanted), wanted) },
    {
      name: 'secrets',
      ask: () => askSecrets(from.secrets, wanted),
      act: () => switchOffSecrets(from.secrets),
    },
    {
      name: 'stripe',
      async ask() {
        const stripe = await from.stripe();
        if (!stripe.ok) return [unknown('what Stripe allows the key', stripe.problem)];
        return [
          ...(await askPermissions(stripe.value, wanted, from.stripeAccount)),
          ...(await askEndpoints(stripe.value, wanted)),
        ];
      },
    },
  ];
}

/** The requirements of a deploy with these settings. */
export function preparation(context: ReleaseContext): readonly Step[] {
  const { machine, services, wanted, options } = context;
  return preparationSteps(wanted, {
    google: services.google,
    secrets: services.secrets,
    tools: () => readTools(machine, services.token),
    async fetchTools() {
      const { code } = await machine.run(process.execPath, ['host/busker.mjs', 'firebase', '--version']);
      return code === 0 ? ok(null) : fail('firebase-tools could not be fetched.');
    },
    stripeAccount: options.stripeAccount,
    async stripe() {
      const key = options.stripeKeyFromInput
        ? ok(await machine.standardInput())
        : await storedStripeKey(services.secrets);
      return key.ok ? ok(services.stripeWith(key.value)) : key;
    },
  });
}
