import { createHmac, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type LiveFunction, indexDifferences } from '../../installation/google';
import { askEndpoints } from '../../installation/stripe';
import {
  type Finding,
  type Platform,
  type Site,
  bad,
  good,
  jsonOf,
  judged,
  noFunctions,
  skipped,
} from '../site';

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
  if (site.isServer === true) return [skipped('function', noFunctions)];
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

/** Are all declared indexes ready, and do expired documents disappear? */
async function checkIndexes({ indexes }: Platform): Promise<readonly Finding[]> {
  const found = await indexes.read();
  if (found.state === 'unknown') return [bad('indexes', found.why)];
  const { absent, building } = indexDifferences(indexes.declared, found.value);
  const expiry = absent.filter((name) => name.startsWith('time to live'));
  const others = absent.filter((name) => !expiry.includes(name));
  const faults = [...others.map((name) => `no ${name}`), ...building.map((name) => `not ready: ${name}`)];
  const policies = indexes.declared.fieldOverrides.filter(({ ttl }) => ttl).length;
  return [
    judged(
      'indexes',
      faults.length === 0 ? null : faults.join('; '),
      `${indexes.declared.indexes.length} are ready`,
    ),
    judged(
      'expiry of documents',
      expiry.length === 0 ? null : `not active: ${expiry.join('; ')}`,
      `${policies} policies are active`,
    ),
  ];
}

/** Alerts, log filters, backups and the 30 days of deleted pictures: all that host/ops/ describes. */
async function checkOps({ ops }: Platform): Promise<readonly Finding[]> {
  if (ops === null) return [skipped('alerts and backups', 'needs the complete settings in .env')];
  const planned = await ops();
  const differing = planned.filter(({ standing }) => standing.kind !== 'same');
  if (differing.length === 0)
    return [good('alerts and backups', `${planned.length} are as host/ops/ describes them`)];
  return differing.map(({ resource, standing }) =>
    bad(
      resource.id,
      standing.kind === 'unknown' ? standing.why : `${standing.kind}; mend it with npm run ops -- apply`,
    ),
  );
}

/** Checks the parts of the Google project that no request of a visitor shows. */
export async function checkProject(site: Site): Promise<readonly Finding[]> {
  const platform = site.insight?.platform ?? null;
  if (platform === null)
    return [
      skipped(
        'indexes, expiry and alerts',
        site.isLocal ? 'not on this host' : 'needs credentials: --project',
      ),
    ];
  return [...(await checkIndexes(platform)), ...(await checkOps(platform))];
}

const place = v.object({ host: v.string(), port: v.number() });
const config = v.object({
  firebase: v.object({ apiKey: v.string(), projectId: v.string(), storageBucket: v.string() }),
  database: v.optional(v.string(), '(default)'),
  emulators: v.nullable(v.object({ auth: v.string(), firestore: place, storage: place })),
});
const project = v.object({ authorizedDomains: v.optional(v.array(v.string()), []) });

const httpOf = ({ host, port }: v.InferOutput<typeof place>) => `http://${host}:${port}`;

/** Addresses of the services that browsers use, from the dashboard's own configuration. */
function servicesOf({ emulators }: v.InferOutput<typeof config>) {
  if (emulators === null)
    return {
      auth: 'https://identitytoolkit.googleapis.com',
      firestore: 'https://firestore.googleapis.com',
      storage: 'https://firebasestorage.googleapis.com',
    };
  return {
    auth: `${emulators.auth}/identitytoolkit.googleapis.com`,
    firestore: httpOf(emulators.firestore),
    storage: httpOf(emulators.storage),
  };
}

/** Documents and objects that anonymous visitors may not read. */
const closed = [
  'drafts/nobody',
  'accounts/nobody',
  'profiles/nobody/tips',
  'handles',
  'ledger',
  'consents',
  'heartbeats',
];

/** Checks that the sign-in service allows this host, and that the rules refuse anonymous reads. */
export async function checkServices(site: Site): Promise<readonly Finding[]> {
  const parsed = v.safeParse(config, jsonOf((await site.ask('/busker-config.json')).text));
  if (!parsed.success) return [bad('sign-in', '/busker-config.json cannot be read')];
  const { apiKey, projectId, storageBucket } = parsed.output.firebase;
  const at = servicesOf(parsed.output);
  const findings: Finding[] = [];
  const asked = await site.ask(`${at.auth}/v1/projects?key=${encodeURIComponent(apiKey)}`);
  const known = v.safeParse(project, jsonOf(asked.text));
  const domains = known.success ? known.output.authorizedDomains : [];
  const host = new URL(site.origin).hostname;
  findings.push(
    judged(
      'sign-in',
      asked.status !== 200 || !known.success
        ? `the sign-in service answered ${asked.status}`
        : domains.includes(host)
          ? null
          : `${host} is not an authorised domain`,
      `${host} is an authorised domain`,
    ),
  );
  const documents = `${at.firestore}/v1/projects/${projectId}/databases/${parsed.output.database}/documents`;
  for (const path of closed) {
    const { status } = await site.ask(`${documents}/${path}?key=${encodeURIComponent(apiKey)}`);
    findings.push(
      judged(`rules of ${path}`, status === 403 ? null : `a stranger got ${status}`, 'closed to strangers'),
    );
  }
  const upload = `${at.storage}/v0/b/${storageBucket}/o/${encodeURIComponent('uploads/nobody/picture-a')}?alt=media`;
  const { status } = await site.ask(upload);
  findings.push(
    judged('rules of uploads', status === 403 ? null : `a stranger got ${status}`, 'closed to strangers'),
  );
  return findings;
}

function signed(secret: string, body: string): string {
  const at = Math.floor(Date.now() / 1000);
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

const post = (site: Site, body: string, signature: string) =>
  site.ask('/v1/stripe/webhook', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  });

/** An event of the other mode of Stripe's keys. The server accepts it when it is signed, and stores none of its data. */
const harmless = (livemode: boolean) =>
  JSON.stringify({
    id: `evt_verify_${randomUUID().replaceAll('-', '')}`,
    object: 'event',
    type: 'busker.verify',
    livemode: !livemode,
    data: { object: {} },
  });

/** Checks that the server accepts events with Stripe's signature, and no others. */
export async function checkWebhook(site: Site): Promise<readonly Finding[]> {
  const forged = await post(site, '{}', 't=1,v1=00');
  const findings = [
    judged('forged event', forged.status === 400 ? null : `answered ${forged.status}, not 400`, 'refused'),
  ];
  const webhook = site.insight?.webhook ?? null;
  if (webhook === null)
    return [...findings, skipped('signed event', 'needs STRIPE_WEBHOOK_SECRETS in the environment')];
  for (const [index, secret] of webhook.secrets.entries()) {
    const body = harmless(webhook.livemode);
    const { status } = await post(site, body, signed(secret, body));
    const fault = status === 200 ? null : `answered ${status}, not 200`;
    findings.push(judged(`event signed with secret ${index + 1}`, fault, 'accepted'));
  }
  return findings;
}
