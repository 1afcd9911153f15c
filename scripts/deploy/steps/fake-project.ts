import type { ProjectFacts } from '../google/project-facts';
import { known } from '../google/reply';
import type { Installation } from '../installation';
import { accountRoles, runtimeRoles, neededApis } from './judge-project';

/** The settings of an installation that takes test money. */
export const fakeInstallation = (change: Partial<Installation> = {}): Installation => ({
  projectId: 'busker-test',
  origin: 'https://busker.example',
  mode: 'connect',
  livemode: false,
  region: 'europe-west1',
  database: { id: '(default)', location: 'eur3' },
  bucket: 'busker-test.firebasestorage.app',
  releasesBucket: 'busker-test-busker-releases',
  runtimeAccount: 'busker-run@busker-test.iam.gserviceaccount.com',
  signInMethods: ['google.com'],
  webConfig: { firebase: { projectId: 'busker-test' } },
  minInstances: 0,
  maxInstances: 40,
  mailTo: { page: null, ticket: null },
  mailFrom: null,
  hasChallenge: false,
  ...change,
});

const member = 'serviceAccount:busker-run@busker-test.iam.gserviceaccount.com';
const rulesMember = 'serviceAccount:service-42@gcp-sa-firebasestorage.iam.gserviceaccount.com';

/** A project that meets all requirements of Busker. */
export const fakeProject = (change: Partial<ProjectFacts> = {}): ProjectFacts => ({
  number: known('42'),
  billingAccount: known('billingAccounts/1'),
  apis: known(neededApis),
  database: known({ location: 'eur3', deleteProtection: true, recoveryWindow: true }),
  bucket: known(true),
  releasesBucket: known({ versioning: true, uniformAccess: true, roles: known([]) }),
  signIn: known({
    password: true,
    methods: ['google.com'],
    enumerationProtection: true,
    domains: ['localhost', 'busker.example'],
    actionUrl: 'https://busker.example/auth/action',
  }),
  runtimeAccount: known(true),
  roles: known([
    ...runtimeRoles.map((role) => ({ role, members: [member] })),
    { role: 'roles/firebaserules.firestoreServiceAgent', members: [rulesMember] },
  ]),
  bucketRoles: known([{ role: 'roles/storage.objectAdmin', members: [member] }]),
  accountRoles: known(accountRoles.map((role) => ({ role, members: [member] }))),
  budgets: known(1),
  ...change,
});
