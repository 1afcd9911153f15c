import { accountRoles, neededApis, runtimeRoles } from '../steps/judge-project';

const project = 'projects/busker-test';
const toolkit = `https://identitytoolkit.googleapis.com/admin/v2/${project}`;
const manager = `https://cloudresourcemanager.googleapis.com/v3/${project}`;
const buckets = 'https://storage.googleapis.com/storage/v1/b';
const account = 'busker-run@busker-test.iam.gserviceaccount.com';
const member = `serviceAccount:${account}`;

/** Google's answers about a project that is ready for a deploy: `busker-test`, with its database at eur3. */
export const projectAnswers: Readonly<Record<string, object>> = {
  [`GET ${manager}`]: { name: 'projects/42' },
  'POST https://logging.googleapis.com/v2/entries:list': {},
  [`GET https://cloudbilling.googleapis.com/v1/${project}/billingInfo`]: {
    billingEnabled: true,
    billingAccountName: 'billingAccounts/1',
  },
  'GET https://billingbudgets.googleapis.com/v1/billingAccounts/1/budgets': { budgets: [{ name: 'b' }] },
  [`GET https://serviceusage.googleapis.com/v1/${project}/services?filter=state:ENABLED&pageSize=200`]: {
    services: neededApis.map((name) => ({ name: `projects/42/services/${name}` })),
  },
  [`GET https://firestore.googleapis.com/v1/${project}/databases/(default)`]: {
    locationId: 'eur3',
    deleteProtectionState: 'DELETE_PROTECTION_ENABLED',
    pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_ENABLED',
  },
  [`GET ${buckets}/busker-test.firebasestorage.app`]: { name: 'busker-test.firebasestorage.app' },
  [`GET ${buckets}/busker-test.firebasestorage.app/iam`]: {
    bindings: [{ role: 'roles/storage.objectAdmin', members: [member] }],
  },
  [`GET ${buckets}/busker-test-busker-releases`]: {
    versioning: { enabled: true },
    iamConfiguration: { uniformBucketLevelAccess: { enabled: true } },
  },
  [`GET ${buckets}/busker-test-busker-releases/iam`]: { bindings: [] },
  [`GET ${toolkit}/config`]: {
    signIn: { email: { enabled: true, passwordRequired: true } },
    authorizedDomains: ['busker.example'],
    emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
    notification: { sendEmail: { callbackUri: 'https://busker.example/auth/action' } },
  },
  [`GET https://iam.googleapis.com/v1/${project}/serviceAccounts/${account}`]: { email: account },
  [`POST https://iam.googleapis.com/v1/${project}/serviceAccounts/${account}:getIamPolicy`]: {
    bindings: accountRoles.map((role) => ({ role, members: [member] })),
  },
  [`POST ${manager}:getIamPolicy`]: {
    bindings: [
      ...runtimeRoles.map((role) => ({ role, members: [member] })),
      {
        role: 'roles/firebaserules.firestoreServiceAgent',
        members: ['serviceAccount:service-42@gcp-sa-firebasestorage.iam.gserviceaccount.com'],
      },
    ],
  },
};
