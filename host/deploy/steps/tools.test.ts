import { expect, it } from 'vitest';
import { opsResources, type OpsResource } from '../../ops/resources';
import { readIndexes } from '../../installation/google';
import { opsTarget } from '../../installation/installation';
import { applyPlan } from '../../ops/ops-plan';
import { realServices, type Services } from '../services';
import { fakeInstallation } from '../testing/fake-google';
import { readReleasedRules } from './publish-steps';
import { readProject } from './read-project';
import { startFaults } from './smoke-step';
import { accountRights, askRights, deployRights } from './tools';

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
