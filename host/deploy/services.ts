import { fail, ok, type Result } from '@busker/core/base/result';
import { cardVersionDocument, type CardVersionDay } from '@busker/core/profile-documents/profile-document';
import { collections } from '@busker/core/documents/documents';
import { credentialAccount } from '@busker/functions/firebase/firebase-app';
import { opsResources } from '../ops/resources';
import { applyPlan, planOf } from '../ops/ops-plan';
import { opsTarget, type Installation } from '../installation/installation';
import { bad, type Finding } from '../verify/site';
import {
  defaultToken,
  googleRest,
  liveFunctions,
  liveHosting,
  known,
  unanswered,
  type GoogleRest,
  type LiveFunctions,
  type LiveHosting,
  type Reply,
} from '../installation/google';
import { secretManager, secretNames, type Secrets } from './secrets/secrets';
import { bucketFiles, type ReleaseFiles } from './releases/release-files';
import type { ProjectOps } from './steps/verify-step';
import { stripeRest, type StripeRest } from '../installation/stripe';

/** All services outside this machine that a deploy calls. */
export interface Services {
  readonly token: () => Promise<string>;
  /** The email address of the account whose credentials these are; null = Google does not say. */
  readonly account: () => Promise<string | null>;
  readonly fetch: typeof fetch;
  readonly google: GoogleRest;
  readonly secrets: Secrets;
  readonly functions: LiveFunctions;
  readonly hosting: LiveHosting;
  /** The site for the domains of owners. */
  readonly domainSite: LiveHosting | null;
  readonly kept: ReleaseFiles;
  /** Stripe's API with this key. */
  readonly stripeWith: (key: string) => StripeRest;
  readonly ops: ProjectOps;
  /** The checks of `npm run verify` on the live address. The site should run this release. */
  readonly verify: (release: string) => Promise<readonly Finding[]>;
  /** How often cards of each version were shown and crashed, by day, from this day on (`YYYY-MM-DD`, UTC). */
  readonly versionCounts: (
    since: string,
    versions: readonly string[],
  ) => Promise<Reply<readonly CardVersionDay[]>>;
  readonly wait: (ms: number) => Promise<void>;
  readonly now: () => number;
}

const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** The modules are imported late: they load the whole server, and only the end of a deploy needs them. */
async function verifySite({ origin, projectId, region }: Installation, release: string) {
  const [{ siteOf }, { runChecks }] = await Promise.all([
    import('../verify/site-of'),
    import('../verify/run-checks'),
  ]);
  const wanted = { origin, handle: null, release, region, project: projectId };
  const site = await siteOf(wanted, process.env);
  return site.ok ? runChecks(site.value, { withTip: false }, () => undefined) : [bad('site', site.problem)];
}

/** The module is imported late, as in `verifySite`. */
async function readVersionCounts(
  { projectId, database }: Installation,
  since: string,
  versions: readonly string[],
): Promise<Reply<readonly CardVersionDay[]>> {
  const { firebaseStore } = await import('@busker/functions/firebase/firebase-adapters');
  try {
    const store = firebaseStore({ projectId, database: database.id });
    const days: CardVersionDay[] = [];
    for (const version of versions) {
      // Firestore deletes each day after thirty, so this is all of them.
      const found = await store.find(
        { from: collections.cardVersions, where: [['version', '==', version]], limit: 100 },
        cardVersionDocument.decode,
      );
      for (const { value } of found) if (value.ok && value.value.day >= since) days.push(value.value);
    }
    return known(days);
  } catch (error) {
    return unanswered(error instanceof Error ? error.message : String(error));
  }
}

/** The real services, by default with the application default credentials of the person who deploys. */
export function realServices(
  installation: Installation,
  { token, fetch }: Pick<Services, 'token' | 'fetch'> = { token: defaultToken, fetch: globalThis.fetch },
): Services {
  const { projectId, releasesBucket, domainSite } = installation;
  const google = googleRest({ projectId, token, fetch });
  return {
    token,
    account: () => credentialAccount().catch(() => null),
    fetch,
    google,
    secrets: secretManager(google, projectId),
    functions: liveFunctions(google, projectId, wait),
    hosting: liveHosting(google, projectId),
    domainSite: domainSite === null ? null : liveHosting(google, projectId, domainSite),
    kept: bucketFiles({ bucket: releasesBucket, google, token, fetch }),
    stripeWith: (key) => stripeRest(key),
    ops: {
      plan: () => planOf(google, opsResources(opsTarget(installation))),
      apply: (plan) => applyPlan(google, plan, () => undefined),
    },
    verify: (release) => verifySite(installation, release),
    versionCounts: (since, versions) => readVersionCounts(installation, since, versions),
    wait,
    now: () => Date.now(),
  };
}

/** The number of each secret's newest version. */
export async function newestSecrets(secrets: Secrets): Promise<Reply<Readonly<Record<string, number>>>> {
  const newest: Record<string, number> = {};
  for (const name of secretNames) {
    const versions = await secrets.versions(name);
    if (versions.state === 'unknown') return versions;
    const [first] = versions.value ?? [];
    if (first !== undefined) newest[name] = first.number;
  }
  return known(newest);
}

/** The key that the functions will get. It is read from Secret Manager. */
export async function storedStripeKey(secrets: Secrets): Promise<Result<string, string>> {
  const versions = await secrets.versions('STRIPE_SECRET_KEY');
  if (versions.state === 'unknown') return fail(versions.why);
  const [newest] = versions.value ?? [];
  if (newest === undefined) return fail('there is no key yet: npm run secrets -- add STRIPE_SECRET_KEY');
  const value = await secrets.read('STRIPE_SECRET_KEY', newest.number);
  return value.state === 'known' ? ok(value.value.trim()) : fail(`the key may not be read: ${value.why}`);
}
