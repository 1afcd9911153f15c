import * as v from 'valibot';
import type { GoogleRest, Reply } from '../../installation/google';
import {
  due,
  fine,
  missing,
  unknown,
  type Finding,
  type Installation,
} from '../../installation/installation';

/** The tools of this machine that a deploy uses. */
export interface Tools {
  readonly node: string;
  /** The versions in host/firebase: in node_modules, and in package-lock.json. */
  readonly firebaseTools: { readonly installed: string | null; readonly locked: string };
  /** The commit; null outside a checkout. */
  readonly commit: string | null;
  /** Files that differ from the commit. */
  readonly changed: readonly string[];
  /** Do the credentials give an access token? */
  readonly credentials: Reply<null>;
}

const least = [20, 19] as const;

const isNewEnough = (version: string) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > least[0] || (major === least[0] && minor >= least[1]);
};

/** Are all tools for a deploy installed? */
export function judgeTools({ node, firebaseTools, commit, changed, credentials }: Tools): readonly Finding[] {
  const { installed, locked } = firebaseTools;
  return [
    isNewEnough(node)
      ? fine(`Node ${node}`)
      : missing(`Node ${least.join('.')} or newer`, 'https://nodejs.org'),
    installed === locked
      ? fine(`firebase-tools ${locked}`)
      : due(`firebase-tools ${locked} instead of ${installed ?? 'none'}, fetched into host/firebase`),
    commit === null
      ? unknown('the commit', 'this folder is no checkout of a repository')
      : changed.length === 0
        ? fine(`commit ${commit.slice(0, 12)}, nothing changed`)
        : missing(
            `a clean checkout; ${changed.slice(0, 5).join(', ')} differ from the commit`,
            'Commit the changes, so that the release can be found again.',
          ),
    judgeCredentials(credentials),
  ];
}

export const judgeCredentials = (credentials: Reply<null>): Finding =>
  credentials.state === 'known'
    ? fine('credentials for Google')
    : missing(
        `credentials for Google: ${credentials.why}`,
        'gcloud auth application-default login, or set GOOGLE_APPLICATION_CREDENTIALS to a key file',
      );

interface DeployRight {
  /** What the deploy does with them. */
  readonly does: string;
  readonly permissions: readonly string[];
  /** A role that has all of them. */
  readonly role: string;
}

const each = (resource: string, ...verbs: readonly string[]) => verbs.map((verb) => `${resource}.${verb}`);

/** What whoever deploys needs in the project (cloud.google.com/iam/docs/roles-permissions). firebase-tools itself asks for some of them before it begins. */
export const deployRights: readonly DeployRight[] = [
  {
    does: 'read the project',
    role: 'roles/browser',
    permissions: each('resourcemanager.projects', 'get', 'getIamPolicy'),
  },
  {
    does: 'read which APIs are on, and use them for the project',
    role: 'roles/serviceusage.serviceUsageConsumer',
    permissions: each('serviceusage.services', 'list', 'use'),
  },
  {
    does: 'read how people sign in',
    role: 'roles/firebaseauth.viewer',
    permissions: ['firebaseauth.configs.get'],
  },
  {
    does: 'read and add secrets, and let the functions read them',
    role: 'roles/secretmanager.admin',
    permissions: [
      ...each('secretmanager.secrets', 'create', 'get', 'getIamPolicy', 'setIamPolicy'),
      ...each('secretmanager.versions', 'access', 'add', 'list'),
    ],
  },
  {
    does: 'store the files of releases',
    role: 'roles/storage.admin',
    permissions: [
      ...each('storage.buckets', 'get', 'getIamPolicy', 'update'),
      ...each('storage.objects', 'create', 'get', 'list'),
    ],
  },
  {
    does: 'create indexes',
    role: 'roles/datastore.indexAdmin',
    permissions: [
      'datastore.databases.getMetadata',
      ...each('datastore.indexes', 'create', 'delete', 'get', 'list', 'update'),
    ],
  },
  {
    does: 'release the rules',
    role: 'roles/firebaserules.admin',
    permissions: [
      ...each('firebaserules.releases', 'create', 'get', 'update'),
      ...each('firebaserules.rulesets', 'create', 'get', 'test'),
    ],
  },
  {
    does: 'deploy the functions and move their traffic',
    role: 'roles/cloudfunctions.admin',
    permissions: [
      ...each('cloudfunctions.functions', 'create', 'delete', 'get', 'list', 'update'),
      'cloudfunctions.operations.get',
      'run.operations.get',
      ...each('run.services', 'get', 'setIamPolicy', 'update'),
    ],
  },
  {
    does: 'set up the schedules',
    role: 'roles/cloudscheduler.admin',
    permissions: each('cloudscheduler.jobs', 'create', 'delete', 'get', 'update'),
  },
  {
    does: 'set up the queues',
    role: 'roles/cloudtasks.queueAdmin',
    permissions: each('cloudtasks.queues', 'create', 'get', 'update'),
  },
  {
    does: 'read the log of the functions that it started',
    role: 'roles/logging.viewer',
    permissions: ['logging.logEntries.list'],
  },
  {
    does: 'release the site, and make one for domains of owners',
    role: 'roles/firebasehosting.admin',
    permissions: ['firebase.projects.get', ...each('firebasehosting.sites', 'create', 'get', 'update')],
  },
  {
    does: 'set up alerts',
    role: 'roles/monitoring.editor',
    permissions: [
      ...each('monitoring.alertPolicies', 'create', 'list', 'update'),
      ...each('monitoring.notificationChannels', 'create', 'list', 'update'),
      ...each('monitoring.uptimeCheckConfigs', 'create', 'list', 'update'),
      ...each('monitoring.dashboards', 'create', 'list', 'update'),
    ],
  },
  {
    does: 'set up what the log keeps',
    role: 'roles/logging.configWriter',
    permissions: [
      ...each('logging.logMetrics', 'create', 'get', 'update'),
      ...each('logging.sinks', 'create', 'get', 'update'),
      ...each('logging.buckets', 'create', 'get', 'update'),
      ...each('logging.exclusions', 'create', 'get', 'update'),
    ],
  },
  {
    does: 'set up backups',
    role: 'roles/datastore.backupSchedulesAdmin',
    permissions: each('datastore.backupSchedules', 'create', 'list', 'update'),
  },
  {
    does: 'protect the database against deletion',
    role: 'roles/datastore.owner',
    permissions: ['datastore.databases.update'],
  },
  {
    does: 'set how long images of the functions are kept',
    role: 'roles/artifactregistry.admin',
    permissions: each('artifactregistry.repositories', 'get', 'update'),
  },
  {
    does: 'check the live site with a document for one request, and count crashes of its cards',
    role: 'roles/datastore.user',
    permissions: each('datastore.entities', 'create', 'delete', 'get', 'list'),
  },
];

/** In the functions' own account, not in the project. */
export const accountRights: readonly DeployRight[] = [
  {
    does: 'let the functions run as their service account',
    role: 'roles/iam.serviceAccountUser',
    permissions: ['iam.serviceAccounts.actAs'],
  },
  {
    does: 'read who may act as the service account of the functions',
    role: 'roles/iam.serviceAccountViewer',
    permissions: each('iam.serviceAccounts', 'get', 'getIamPolicy'),
  },
];

const granted = v.object({ permissions: v.optional(v.array(v.string()), []) });

/** What whoever deploys may do, permission by permission. `email`: their account; null = Google does not say. It changes nothing. */
export async function askRights(
  google: GoogleRest,
  { projectId, runtimeAccount }: Pick<Installation, 'projectId' | 'runtimeAccount'>,
  email: string | null,
): Promise<readonly Finding[]> {
  const kind = email?.endsWith('.gserviceaccount.com') === true ? 'serviceAccount' : 'user';
  const member = `--member=${kind}:${email ?? 'YOUR_ADDRESS'}`;
  const inProject = {
    url: `https://cloudresourcemanager.googleapis.com/v3/projects/${projectId}`,
    grant: `gcloud projects add-iam-policy-binding ${projectId} ${member} --condition=None`,
  };
  const inAccount = {
    url: `https://iam.googleapis.com/v1/projects/${projectId}/serviceAccounts/${runtimeAccount}`,
    grant: `gcloud iam service-accounts add-iam-policy-binding ${runtimeAccount} --project=${projectId} ${member}`,
  };
  const ask = async (
    { does, permissions, role }: DeployRight,
    { url, grant }: typeof inProject,
  ): Promise<Finding> => {
    const reply = await google.query(`${url}:testIamPermissions`, { permissions }, granted);
    if (reply.state === 'unknown') return unknown(`may you ${does}`, reply.why);
    if (reply.value === null) return unknown(`may you ${does}`, 'it does not exist yet');
    const has = reply.value.permissions;
    const absent = permissions.filter((name) => !has.includes(name));
    return absent.length === 0
      ? fine(`you may ${does}: ${permissions.join(', ')}`)
      : missing(`${absent.join(', ')}: without it the deploy cannot ${does}`, `${grant} --role=${role}`);
  };
  const found = await Promise.all([
    ...deployRights.map((right) => ask(right, inProject)),
    ...accountRights.map((right) => ask(right, inAccount)),
  ]);
  const [first] = found;
  // One reason for all of them is said once.
  return first?.state === 'unknown' &&
    found.every((finding) => finding.state === 'unknown' && finding.why === first.why)
    ? [unknown('what you may do in the project', first.why)]
    : found;
}
