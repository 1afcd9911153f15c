import { type Reply } from '../../installation/google';
import { fine, missing, unknown, type Finding, type Installation } from '../../installation/installation';
import { type SignInFacts, type RoleBinding, type ProjectFacts } from './read-project';

type Wanted = Pick<Installation, 'projectId' | 'origin' | 'signInMethods'>;

/** Does the project offer exactly the sign-in methods that the dashboard shows, with the security settings that Busker expects? */
export function judgeSignIn(reply: Reply<SignInFacts | null>, wanted: Wanted): readonly Finding[] {
  const { projectId, origin, signInMethods } = wanted;
  const console_ = `https://console.firebase.google.com/project/${projectId}/authentication`;
  if (reply.state === 'unknown') return [unknown('sign-in', reply.why)];
  if (reply.value === null) return [missing('sign-in with email and password', `${console_}/providers`)];
  const { password, methods, enumerationProtection, domains, actionUrl } = reply.value;
  const off = [
    ...(password ? [] : ['email and password']),
    ...signInMethods.filter((id) => !methods.includes(id)),
  ];
  const unnamed = methods.filter((id) => !signInMethods.includes(id));
  const { hostname } = new URL(origin);
  const action = `${origin}/auth/action`;
  return [
    off.length === 0
      ? fine(`sign-in methods: ${['password', ...signInMethods].join(', ')}`)
      : missing(
          `sign-in with ${off.join(', ')}`,
          `Switch on what SIGN_IN_METHODS names: ${console_}/providers`,
        ),
    ...(unnamed.length === 0
      ? []
      : [
          missing(
            `SIGN_IN_METHODS does not name ${unnamed.join(', ')}, which the project allows`,
            `Add it to SIGN_IN_METHODS, or switch it off: ${console_}/providers`,
          ),
        ]),
    enumerationProtection
      ? fine('email enumeration protection')
      : missing('email enumeration protection', `${console_}/settings`),
    domains.includes(hostname)
      ? fine(`authorised domain ${hostname}`)
      : missing(`authorised domain ${hostname}`, `${console_}/settings`),
    actionUrl === action
      ? fine(`links in mails lead to ${action}`)
      : missing(`action URL ${action} of the mail templates`, `${console_}/emails`),
  ];
}

/** The APIs that a deploy and the running server use. */
export const neededApis = [
  'artifactregistry',
  'billingbudgets',
  'cloudbilling',
  'cloudbuild',
  'cloudfunctions',
  'cloudresourcemanager',
  'cloudscheduler',
  'cloudtasks',
  'eventarc',
  'firebase',
  'firebasehosting',
  'firebaserules',
  'firebasestorage',
  'firestore',
  'iam',
  'iamcredentials',
  'identitytoolkit',
  'run',
  'secretmanager',
  'storage',
].map((name) => `${name}.googleapis.com`);

/** The roles that the functions' service account has in the whole project: the store, sign-ins, the queues of jobs and of messages to owners, and its own log. */
export const runtimeRoles = [
  'roles/datastore.user',
  'roles/firebaseauth.admin',
  'roles/cloudtasks.enqueuer',
  'roles/logging.logWriter',
];

/** Besides, where owners have domains of their own: it adds them to the site, and takes them from it. */
const domainsRole = 'roles/firebasehosting.admin';

/**
 * The roles that it has on itself: a task starts a function in its name (cloud.google.com/tasks/docs/creating-http-target-tasks), and it signs the links
 * to large exports (cloud.google.com/storage/docs/access-control/signing-urls-with-helpers).
 */
export const accountRoles = ['roles/iam.serviceAccountUser', 'roles/iam.serviceAccountTokenCreator'];

/** The role that it has on the bucket of releases, whose files it serves. It can list them too: without that, a missing file looks like a forbidden one. */
export const releasesRole = 'roles/storage.objectViewer';

/** The finding for a reply. `judge` is called only when the reply is known. */
export const judged = <T>(what: string, reply: Reply<T>, judge: (value: T) => Finding): Finding =>
  reply.state === 'known' ? judge(reply.value) : unknown(what, reply.why);

const holds = (bindings: readonly RoleBinding[], role: string, member: string) =>
  bindings.some((binding) => binding.role === role && binding.members.includes(member));

const grant = (projectId: string, member: string, role: string) =>
  `gcloud projects add-iam-policy-binding ${projectId} --member=${member} --role=${role} --condition=None`;

function judgeDatabase({ database }: ProjectFacts, { database: wanted, projectId }: Installation): Finding {
  const what = `database ${wanted.id} at ${wanted.location}`;
  const flags = '--delete-protection ENABLED --point-in-time-recovery ENABLED';
  return judged(what, database, (found) => {
    if (found === null)
      return missing(
        what,
        `npm run firebase -- firestore:databases:create '${wanted.id}' --location ${wanted.location} ${flags} --project ${projectId}`,
      );
    if (found.location !== wanted.location)
      return missing(
        `${what}; it is at ${found.location}, which can never be changed`,
        `Set FIRESTORE_LOCATION=${found.location}, or FIRESTORE_DATABASE to another database.`,
      );
    const off = [
      ...(found.deleteProtection ? [] : ['delete protection']),
      ...(found.recoveryWindow ? [] : ['the recovery window of seven days']),
    ];
    if (off.length === 0) return fine(`${what}, with delete protection and recovery window`);
    return missing(
      `${off.join(' and ')} of database ${wanted.id}`,
      `npm run firebase -- firestore:databases:update '${wanted.id}' ${flags} --project ${projectId}`,
    );
  });
}

function judgeReleasesBucket(facts: ProjectFacts, wanted: Installation): readonly Finding[] {
  const { releasesBucket: name, projectId, region, runtimeAccount } = wanted;
  const what = `bucket ${name} for releases, with object versions`;
  const create = `gcloud storage buckets create gs://${name} --project=${projectId} --location=${region} --uniform-bucket-level-access && gcloud storage buckets update gs://${name} --versioning`;
  const bucket = judged(what, facts.releasesBucket, (found) => {
    if (found === null) return missing(what, create);
    if (found.versioning && found.uniformAccess) return fine(what);
    return missing(
      what,
      `gcloud storage buckets update gs://${name} --versioning --uniform-bucket-level-access`,
    );
  });
  if (facts.releasesBucket.state === 'unknown' || facts.releasesBucket.value === null) return [bucket];
  const member = `serviceAccount:${runtimeAccount}`;
  const read = `${runtimeAccount} may read ${name}`;
  const access = judged(read, facts.releasesBucket.value.roles, (roles) => {
    const open = roles.filter(({ role, members }) =>
      [...(role === releasesRole ? [] : [member]), 'allUsers', 'allAuthenticatedUsers'].some((each) =>
        members.includes(each),
      ),
    );
    if (open.length > 0)
      return missing(
        `${name} must be closed to the public, and the functions may only read it`,
        `Remove ${open.map(({ role }) => role).join(', ')} of them from the bucket.`,
      );
    if (holds(roles, releasesRole, member)) return fine(read);
    return missing(
      `${releasesRole} on ${name} for ${runtimeAccount}`,
      `gcloud storage buckets add-iam-policy-binding gs://${name} --member=${member} --role=${releasesRole}`,
    );
  });
  return [bucket, access];
}

function judgeAccounts(facts: ProjectFacts, wanted: Installation): readonly Finding[] {
  const { projectId, runtimeAccount, bucket, domainSite } = wanted;
  const member = `serviceAccount:${runtimeAccount}`;
  const account = judged(`service account ${runtimeAccount}`, facts.runtimeAccount, (there) =>
    there
      ? fine(`service account ${runtimeAccount}`)
      : missing(
          `service account ${runtimeAccount}`,
          `gcloud iam service-accounts create ${runtimeAccount.split('@')[0] ?? ''} --project=${projectId}`,
        ),
  );
  const roles = judged(`roles of ${runtimeAccount}`, facts.roles, (bindings) => {
    const needed = [...runtimeRoles, ...(domainSite === null ? [] : [domainsRole])];
    const absent = needed.filter((role) => !holds(bindings, role, member));
    if (absent.length === 0) return fine(`roles of ${runtimeAccount}`);
    return missing(
      `${absent.join(', ')} for ${runtimeAccount}`,
      absent.map((role) => grant(projectId, member, role)).join('\n  '),
    );
  });
  const files = judged(`access of ${runtimeAccount} to ${bucket}`, facts.bucketRoles, (bindings) =>
    holds(bindings, 'roles/storage.objectAdmin', member)
      ? fine(`access of ${runtimeAccount} to ${bucket}`)
      : missing(
          `roles/storage.objectAdmin on ${bucket} for ${runtimeAccount}`,
          `gcloud storage buckets add-iam-policy-binding gs://${bucket} --member=${member} --role=roles/storage.objectAdmin`,
        ),
  );
  const itself = judged(`access of ${runtimeAccount} to itself`, facts.accountRoles, (bindings) => {
    const absent = accountRoles.filter((role) => !holds(bindings, role, member));
    if (absent.length === 0) return fine(`access of ${runtimeAccount} to itself`);
    return missing(
      `${absent.join(', ')} for ${runtimeAccount} on itself`,
      absent
        .map(
          (role) =>
            `gcloud iam service-accounts add-iam-policy-binding ${runtimeAccount} --project=${projectId} --member=${member} --role=${role}`,
        )
        .join('\n  '),
    );
  });
  return [account, roles, files, itself, judgeRulesAccount(facts, projectId)];
}

/** The rules of Cloud Storage read Firestore. Without this role, they refuse every upload. */
function judgeRulesAccount({ number, roles }: ProjectFacts, projectId: string): Finding {
  const what = 'the storage rules may read Firestore';
  const role = 'roles/firebaserules.firestoreServiceAgent';
  if (number.state === 'unknown') return unknown(what, number.why);
  const member = `serviceAccount:service-${number.value ?? ''}@gcp-sa-firebasestorage.iam.gserviceaccount.com`;
  return judged(what, roles, (bindings) =>
    holds(bindings, role, member)
      ? fine(what)
      : missing(`${role} for ${member}`, grant(projectId, member, role)),
  );
}

/** All requirements of the Google project for a deploy of Busker. */
export function judgeProject(facts: ProjectFacts, wanted: Installation): readonly Finding[] {
  const { projectId, bucket } = wanted;
  const project = judged(`project ${projectId}`, facts.number, (number) =>
    number === null
      ? missing(`project ${projectId}`, 'Create it in the Firebase console, or correct FIREBASE_WEB_CONFIG.')
      : fine(`project ${projectId} (${number})`),
  );
  if (project.state === 'missing') return [project];
  return [
    project,
    judged('the Blaze plan', facts.billingAccount, (account) =>
      account === null
        ? missing('the Blaze plan', `https://console.firebase.google.com/project/${projectId}/usage/details`)
        : fine('the Blaze plan'),
    ),
    judged('APIs', facts.apis, (apis) => {
      const off = neededApis.filter((api) => !apis.includes(api));
      if (off.length === 0) return fine('APIs');
      return missing(
        `APIs ${off.join(', ')}`,
        `gcloud services enable ${off.join(' ')} --project=${projectId}`,
      );
    }),
    judgeDatabase(facts, wanted),
    judged(`bucket ${bucket}`, facts.bucket, (there) =>
      there
        ? fine(`bucket ${bucket}`)
        : missing(`bucket ${bucket}`, `https://console.firebase.google.com/project/${projectId}/storage`),
    ),
    ...judgeReleasesBucket(facts, wanted),
    ...judgeSignIn(facts.signIn, wanted),
    ...judgeAccounts(facts, wanted),
    judged('a budget alert', facts.budgets, (count) =>
      count > 0
        ? fine('a budget alert')
        : missing('a budget alert', 'https://console.cloud.google.com/billing/budgets'),
    ),
  ];
}
