import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { fail, ok, type Result } from '@busker/core/base/result';
import { hostedOrigins } from '@busker/core/web/route-headers';
import { parseConfig } from '@busker/functions/config';
import { firebaseAdapters, firebaseStore } from '@busker/functions/firebase/firebase-adapters';
import { allowedOriginsOf } from '@busker/functions/http/routes';
import { isLoopbackHost } from '@busker/emulators/loopback';
import { environmentOfRunning, pointSdkAt } from '@busker/local/functions-environment';
import { portsFrom } from '@busker/local/ports';
import { portsRunning } from '@busker/local/running';
import { localNeighbours } from '@busker/local/web-config';
import { opsResources } from '../ops/resources';
import { defaultToken, googleRest, liveFunctions, readIndexes, parseIndexes } from '../installation/google';
import { stripeRest } from '../installation/stripe';
import { dotEnvSettings } from '../dot-env';
import { planOf } from '../ops/ops-plan';
import { installationOf, opsTarget } from '../installation/installation';
import { askWith, type Insight, type Platform, type Site } from './site';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Wanted {
  readonly origin: string;
  readonly handle: string | null;
  readonly release: string | null;
  readonly region: string | null;
  /** The Google project, for checks that need an administrator; null = public checks only. */
  readonly project: string | null;
  /** A server process answers, not functions behind Hosting. */
  readonly isServer?: boolean;
}

/** Sends requests to paths of the site, and to whole addresses. */
export const askerOf =
  (origin: string): Site['ask'] =>
  (address, init) =>
    askWith(fetch, address.startsWith('/') ? `${origin}${address}` : address, init);

const stateDir = (env: Environment) =>
  env['BUSKER_STATE'] ?? fileURLToPath(new URL('../../.busker', import.meta.url));

/** The installation that `npm start` runs on this machine. Its keys are in the state folder. */
async function localSite(wanted: Wanted, env: Environment): Promise<Result<Site, string>> {
  const running = await environmentOfRunning(env, stateDir(env));
  const ports = portsFrom(env, await portsRunning(stateDir(env)));
  if (!running.ok) return running;
  if (!ports.ok) return ports;
  pointSdkAt(running.value);
  const { app, stripe, firebase } = parseConfig(running.value);
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const files = localNeighbours({
    auth: at(ports.value.auth),
    firestore: at(ports.value.firestore),
    storage: at(ports.value.storage),
    stripe: at(ports.value.stripe),
    push: at(ports.value.push),
  });
  return ok({
    ...wanted,
    isLocal: true,
    handle: wanted.handle ?? 'ada',
    origins: { files, functions: allowedOriginsOf(app) },
    insight: {
      store: firebaseAdapters(firebase).store,
      webhook: { secrets: stripe.webhookSecrets, livemode: app.livemode },
      shareBps: app.platformFeeBps,
      platform: null,
    },
    ask: askerOf(wanted.origin),
  });
}

/** The settings of .env, if they are complete and of this project. */
async function ownSettings(projectId: string) {
  const settings = await dotEnvSettings();
  const found = installationOf(settings);
  return found.ok && found.value.projectId === projectId
    ? { settings, target: opsTarget(found.value) }
    : { settings: {}, target: null };
}

/** A complete .env that does not name it has none. */
function shareIn({ PLATFORM_FEE_BPS: given = '' }: Environment, isComplete: boolean): number | null {
  if (given === '') return isComplete ? 0 : null;
  return Number.isInteger(Number(given)) ? Number(given) : null;
}

/** With Google's application default credentials for the project. */
async function insightOf(projectId: string, environment: Environment): Promise<Insight> {
  const { settings, target } = await ownSettings(projectId);
  const env: Environment = { ...settings, ...environment };
  const database = env['FIRESTORE_DATABASE'] || '(default)';
  const store = firebaseStore({ projectId, database });
  const secrets = (env['STRIPE_WEBHOOK_SECRETS'] ?? '').split(',').filter(Boolean);
  const livemode = (env['STRIPE_PUBLISHABLE_KEY'] ?? '').startsWith('pk_live_');
  const key = env['STRIPE_SECRET_KEY'] ?? '';
  const google = googleRest({ projectId, token: defaultToken, fetch });
  const indexes = new URL('../../rules/firestore.indexes.json', import.meta.url);
  const platform: Platform = {
    functions: liveFunctions(google, projectId, () => Promise.resolve()),
    stripe: key === '' ? null : stripeRest(key),
    mode: env['PAYMENTS_MODE'] === 'single' ? 'single' : 'connect',
    indexes: {
      declared: parseIndexes(await readFile(indexes, 'utf8')),
      read: () => readIndexes(google, projectId, database),
    },
    ops: target === null ? null : () => planOf(google, opsResources(target)),
  };
  return {
    store,
    webhook: secrets.length === 0 ? null : { secrets, livemode },
    shareBps: shareIn(env, target !== null),
    platform,
  };
}

/** The site at an address; the problem is one sentence. */
export async function siteOf(wanted: Wanted, env: Environment): Promise<Result<Site, string>> {
  const { hostname, protocol } = new URL(wanted.origin);
  if (isLoopbackHost(hostname)) return localSite(wanted, env);
  if (protocol !== 'https:') return fail('Only https:// addresses can be verified, and this machine.');
  return ok({
    ...wanted,
    isLocal: false,
    origins: { files: hostedOrigins, functions: hostedOrigins },
    insight: wanted.project === null ? null : await insightOf(wanted.project, env),
    ask: askerOf(wanted.origin),
  });
}
