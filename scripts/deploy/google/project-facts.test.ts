import { expect, it } from 'vitest';
import { fakeInstallation } from '../steps/fake-project';
import { fakeGoogle } from './fake-google';
import { readProject } from './project-facts';

const project = 'projects/busker-test';
const toolkit = `https://identitytoolkit.googleapis.com/admin/v2/${project}`;
const manager = `https://cloudresourcemanager.googleapis.com/v3/${project}`;
const buckets = 'https://storage.googleapis.com/storage/v1/b';

it('reads a project from the responses of Google, and changes nothing', async () => {
  const google = fakeGoogle({
    [`GET ${manager}`]: { name: 'projects/42', state: 'ACTIVE' },
    [`GET https://cloudbilling.googleapis.com/v1/${project}/billingInfo`]: {
      billingEnabled: true,
      billingAccountName: 'billingAccounts/1',
    },
    [`GET https://serviceusage.googleapis.com/v1/${project}/services?filter=state:ENABLED&pageSize=200`]: {
      services: [{ name: 'projects/42/services/run.googleapis.com', state: 'ENABLED' }],
    },
    [`GET https://firestore.googleapis.com/v1/${project}/databases/(default)`]: {
      locationId: 'eur3',
      deleteProtectionState: 'DELETE_PROTECTION_ENABLED',
      pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_DISABLED',
    },
    [`GET ${buckets}/busker-test.firebasestorage.app`]: { name: 'busker-test.firebasestorage.app' },
    [`GET ${toolkit}/config`]: {
      signIn: { email: { enabled: true, passwordRequired: false }, anonymous: { enabled: true } },
      authorizedDomains: ['busker.example'],
      emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
      mfa: { providerConfigs: [{ state: 'ENABLED', totpProviderConfig: { adjacentIntervals: 5 } }] },
    },
    [`GET ${toolkit}/defaultSupportedIdpConfigs?pageSize=100`]: {
      defaultSupportedIdpConfigs: [
        { name: `${project}/defaultSupportedIdpConfigs/google.com`, enabled: true },
        { name: `${project}/defaultSupportedIdpConfigs/facebook.com` },
      ],
    },
    [`POST ${manager}:getIamPolicy`]: { bindings: [{ role: 'roles/owner', members: ['user:a@b.c'] }] },
    'GET https://billingbudgets.googleapis.com/v1/billingAccounts/1/budgets': { budgets: [{ name: 'b' }] },
  });
  const facts = await readProject(google.rest, fakeInstallation());
  expect(facts).toEqual({
    number: { state: 'known', value: '42' },
    billingAccount: { state: 'known', value: 'billingAccounts/1' },
    apis: { state: 'known', value: ['run.googleapis.com'] },
    database: { state: 'known', value: { location: 'eur3', deleteProtection: true, recoveryWindow: false } },
    bucket: { state: 'known', value: true },
    releasesBucket: { state: 'known', value: null },
    signIn: {
      state: 'known',
      value: {
        password: true,
        methods: ['email-link', 'guest', 'totp', 'google.com'],
        enumerationProtection: true,
        domains: ['busker.example'],
        actionUrl: '',
      },
    },
    runtimeAccount: { state: 'known', value: false },
    roles: { state: 'known', value: [{ role: 'roles/owner', members: ['user:a@b.c'] }] },
    bucketRoles: { state: 'known', value: [] },
    accountRoles: { state: 'known', value: [] },
    budgets: { state: 'known', value: 1 },
  });
  const posts = google.requests.filter(({ method }) => method !== 'GET').map(({ url }) => url);
  const account = 'busker-run@busker-test.iam.gserviceaccount.com';
  expect(posts).toEqual([
    `${manager}:getIamPolicy`,
    `https://iam.googleapis.com/v1/${project}/serviceAccounts/${account}:getIamPolicy`,
  ]);
});
