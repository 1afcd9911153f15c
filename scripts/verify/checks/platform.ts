import type { LiveFunction } from '../../deploy/google/live-functions';
import { askEndpoints } from '../../deploy/stripe/webhook-endpoints';
import { bad, judged, skipped, type Finding } from '../finding';
import type { Platform, Site } from '../site';

const needs = 'needs credentials: --project';

/** Checks that all traffic goes to the newest revision. If a rollback or a canary left it on named revisions, no later deploy gets any. */
async function checkTraffic({ functions }: Platform, app: LiveFunction): Promise<Finding> {
  const shares = await functions.traffic(app.service);
  if (shares.state === 'unknown') return bad('traffic', shares.why);
  const newest = shares.value.filter(({ revision }) => revision === 'latest' || revision === app.revision);
  const percent = newest.reduce((sum, share) => sum + share.percent, 0);
  return judged(
    'traffic',
    percent === 100 ? null : `${percent} % at the newest revision`,
    'all at the newest revision',
  );
}

async function checkFunction(site: Site, platform: Platform): Promise<readonly Finding[]> {
  const list = await platform.functions.list();
  if (list.state === 'unknown') return [bad('function', list.why)];
  const app = list.value.find(({ id }) => id === 'app');
  if (app === undefined) return [bad('function', 'there is no function app')];
  const { region } = site;
  return [
    judged('function', app.active ? null : 'app is not active', `app is active in ${app.region}`),
    judged(
      'region',
      region === null || region === app.region ? null : `${app.region}, not ${region}`,
      app.region,
    ),
    await checkTraffic(platform, app),
  ];
}

async function checkEndpoints(site: Site, { stripe, mode }: Platform): Promise<readonly Finding[]> {
  if (stripe === null) return [skipped('webhook endpoints', 'needs STRIPE_SECRET_KEY in the environment')];
  const found = await askEndpoints(stripe, { origin: site.origin, mode });
  return found.map((each) =>
    each.state === 'unknown'
      ? skipped(each.what, each.why)
      : judged(
          each.what,
          each.state === 'missing' ? `missing: ${each.mend}` : null,
          'enabled, with every event',
        ),
  );
}

/** Checks with Google and Stripe where the installation runs, which revision gets the traffic, and where webhook events go. */
export async function checkPlatform(site: Site): Promise<readonly Finding[]> {
  const platform = site.insight?.platform ?? null;
  if (platform === null) {
    const why = site.isLocal ? 'not on this host' : needs;
    return [skipped('function', why), skipped('webhook endpoints', why)];
  }
  return [...(await checkFunction(site, platform)), ...(await checkEndpoints(site, platform))];
}
