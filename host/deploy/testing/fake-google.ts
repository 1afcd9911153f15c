import { type Result, fail, ok } from '@busker/core/base/result';
import {
  type GoogleRest,
  type HostingRelease,
  type LiveFunction,
  type LiveFunctions,
  type LiveHosting,
  type Reply,
  type TrafficShare,
  googleRest,
  known,
  unanswered,
} from '../../installation/google';
import type { Installation } from '../../installation/installation';
import type { SecretVersion, Secrets } from '../secrets/secrets';
import { accountRoles, neededApis, releasesRole, runtimeRoles } from '../steps/judge-project';
import type { ProjectFacts } from '../steps/read-project';
import { accountRights, deployRights } from '../steps/tools';
import { type ReleaseFiles, bucketFiles } from '../releases/release-files';

export interface FakeGoogle {
  readonly rest: GoogleRest;
  readonly requests: {
    readonly method: string;
    readonly url: string;
    readonly headers: Headers;
    readonly body: unknown;
  }[];
  /** Sets the response of an address from now on. */
  answer(request: string, body: object): void;
}

/**
 * Google's REST APIs in memory: `{'GET https://…': answer}`. An answer with a `status` is an error; every other address returns 404.
 */
export function fakeGoogle(
  answers: Readonly<Record<string, object>>,
  token: () => Promise<string> = () => Promise.resolve('fake-token'),
): FakeGoogle {
  const known = new Map(Object.entries(answers));
  const requests: FakeGoogle['requests'] = [];
  const rest = googleRest({
    projectId: 'busker-test',
    token,
    fetch: (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      const method = init?.method ?? 'GET';
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
      requests.push({ method, url, headers: new Headers(init?.headers), body });
      const found = known.get(`${method} ${url}`);
      if (found === undefined) return Promise.resolve(Response.json({}, { status: 404 }));
      const status = 'status' in found && typeof found.status === 'number' ? found.status : 200;
      return Promise.resolve(Response.json(found, { status }));
    },
  });
  return { rest, requests, answer: (request, body) => void known.set(request, body) };
}

const project = 'projects/busker-test';
const toolkit = `https://identitytoolkit.googleapis.com/admin/v2/${project}`;
const manager = `https://cloudresourcemanager.googleapis.com/v3/${project}`;
const buckets = 'https://storage.googleapis.com/storage/v1/b';
const account = 'busker-run@busker-test.iam.gserviceaccount.com';
const member = `serviceAccount:${account}`;

const allRights = [...deployRights, ...accountRights].flatMap(({ permissions }) => permissions);

/** Google's answers about the rights of somebody who lacks these. */
export const rightsWithout = (...absent: readonly string[]): Readonly<Record<string, object>> => {
  const permissions = allRights.filter((name) => !absent.includes(name));
  return {
    [`POST ${manager}:testIamPermissions`]: { permissions },
    [`POST https://iam.googleapis.com/v1/${project}/serviceAccounts/${account}:testIamPermissions`]: {
      permissions,
    },
  };
};

/** Google's answers about a project that is ready for a deploy: `busker-test`, with its database at eur3. */
export const projectAnswers: Readonly<Record<string, object>> = {
  ...rightsWithout(),
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
  [`GET ${buckets}/busker-test-busker-releases/iam`]: {
    bindings: [{ role: releasesRole, members: [member] }],
  },
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

/** Secret Manager in memory. A test can forbid reading values. */
export class InMemorySecrets implements Secrets {
  private readonly stored = new Map<string, (SecretVersion & { readonly value: string })[]>();
  readonly destroyed: string[] = [];
  mayRead = true;

  constructor(
    values: Readonly<Record<string, string>> = {},
    private readonly now = 0,
  ) {
    for (const [name, value] of Object.entries(values)) this.put(name, value, now);
  }

  put(name: string, value: string, createdAt: number): number {
    const versions = this.stored.get(name) ?? [];
    const number = (versions[0]?.number ?? 0) + 1;
    this.stored.set(name, [{ number, enabled: true, createdAt, value }, ...versions]);
    return number;
  }
  versions(name: string): Promise<Reply<readonly SecretVersion[] | null>> {
    const left = this.stored.get(name)?.filter(({ number }) => !this.destroyed.includes(`${name}/${number}`));
    return Promise.resolve(known(left ?? null));
  }
  read(name: string, version: number): Promise<Reply<string>> {
    const found = this.stored.get(name)?.find(({ number }) => number === version);
    if (!this.mayRead || found === undefined) return Promise.resolve(unanswered('status 403'));
    return Promise.resolve(known(found.value));
  }
  add(name: string, value: string): Promise<Result<number, string>> {
    return Promise.resolve(ok(this.put(name, value, this.now)));
  }
  destroy(name: string, version: number): Promise<Result<null, string>> {
    if (!this.stored.has(name)) return Promise.resolve(fail('there is no such version'));
    this.destroyed.push(`${name}/${version}`);
    return Promise.resolve(ok(null));
  }
}

/** Functions in memory. As on Cloud Run, a new deploy gets no traffic while all traffic goes to a named revision. */
export class InMemoryFunctions implements LiveFunctions {
  readonly shares = new Map<string, readonly TrafficShare[]>();
  private readonly deployed = new Map<string, LiveFunction>();
  private deploys = 0;

  /** Does what `firebase deploy --only functions` does. */
  deploy(ids: readonly string[], release: string, secrets: Readonly<Record<string, number>> = {}): void {
    this.deploys += 1;
    for (const id of ids) {
      const service = `projects/busker-test/locations/europe-west1/services/${id}`;
      const revision = `${id}-${String(this.deploys).padStart(5, '0')}`;
      const uri = `https://${id}-x.a.run.app`;
      this.deployed.set(id, {
        id,
        region: 'europe-west1',
        service,
        revision,
        uri,
        active: true,
        release,
        secrets,
      });
      if (!this.shares.has(service)) this.shares.set(service, [{ revision: 'latest', percent: 100 }]);
    }
  }
  remove(id: string): void {
    this.deployed.delete(id);
  }
  find(id: string): LiveFunction {
    const found = this.deployed.get(id);
    if (found === undefined) throw new Error(`${id} is not deployed`);
    return found;
  }
  list(): Promise<Reply<readonly LiveFunction[]>> {
    return Promise.resolve(known([...this.deployed.values()]));
  }
  traffic(service: string): Promise<Reply<readonly TrafficShare[]>> {
    return Promise.resolve(known(this.shares.get(service) ?? []));
  }
  route(service: string, shares: readonly TrafficShare[]): Promise<Result<null, string>> {
    this.shares.set(service, shares);
    return Promise.resolve(ok(null));
  }
}

/** Hosting's live channel in memory. */
export class InMemoryHosting implements LiveHosting {
  readonly history: HostingRelease[] = [];

  /** Does what `firebase deploy --only hosting` does. */
  deploy(message: string): void {
    const version = `sites/busker-test/versions/${this.history.length + 1}`;
    this.history.unshift({ version, message, at: this.history.length });
  }
  releases(): Promise<Reply<readonly HostingRelease[]>> {
    return Promise.resolve(known(this.history));
  }
  release(version: string, message: string): Promise<Result<null, string>> {
    this.history.unshift({ version, message, at: this.history.length });
    return Promise.resolve(ok(null));
  }
  releaseWithoutFiles(config: object, message: string): Promise<Result<null, string>> {
    return this.release(JSON.stringify(config), message);
  }
}

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
  domainSite: null,
  hasChallenge: false,
  ...change,
});

const runtimeMember = 'serviceAccount:busker-run@busker-test.iam.gserviceaccount.com';
const rulesMember = 'serviceAccount:service-42@gcp-sa-firebasestorage.iam.gserviceaccount.com';

/** A project that meets all requirements of Busker. */
export const fakeProject = (change: Partial<ProjectFacts> = {}): ProjectFacts => ({
  number: known('42'),
  billingAccount: known('billingAccounts/1'),
  apis: known(neededApis),
  database: known({ location: 'eur3', deleteProtection: true, recoveryWindow: true }),
  bucket: known(true),
  releasesBucket: known({
    versioning: true,
    uniformAccess: true,
    roles: known([{ role: releasesRole, members: [runtimeMember] }]),
  }),
  signIn: known({
    password: true,
    methods: ['google.com'],
    enumerationProtection: true,
    domains: ['localhost', 'busker.example'],
    actionUrl: 'https://busker.example/auth/action',
  }),
  runtimeAccount: known(true),
  roles: known([
    ...runtimeRoles.map((role) => ({ role, members: [runtimeMember] })),
    { role: 'roles/firebaserules.firestoreServiceAgent', members: [rulesMember] },
  ]),
  bucketRoles: known([{ role: 'roles/storage.objectAdmin', members: [runtimeMember] }]),
  accountRoles: known(accountRoles.map((role) => ({ role, members: [runtimeMember] }))),
  budgets: known(1),
  ...change,
});

export interface FakeBucket {
  readonly files: ReleaseFiles;
  /** The objects of the bucket. Tests can read and change them. */
  readonly objects: Map<string, Buffer>;
}

/** The real adapter with a bucket in memory, which implements the part of Cloud Storage's API that the adapter uses. */
export function fakeBucket(): FakeBucket {
  const objects = new Map<string, Buffer>();
  const token = () => Promise.resolve('fake-token');
  const answer: typeof fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input.toString());
    const name = url.searchParams.get('name');
    if (name !== null) {
      if (url.searchParams.get('ifGenerationMatch') === '0' && objects.has(name))
        return Promise.resolve(Response.json({}, { status: 412 }));
      const body = init?.body;
      objects.set(name, Buffer.from(body instanceof Uint8Array ? body : ''));
      return Promise.resolve(Response.json({ name }));
    }
    const prefix = url.searchParams.get('prefix');
    if (prefix !== null) {
      const items = [...objects.keys()].filter((key) => key.startsWith(prefix)).map((key) => ({ name: key }));
      return Promise.resolve(Response.json({ items }));
    }
    const found = objects.get(decodeURIComponent(url.pathname.split('/o/')[1] ?? ''));
    return Promise.resolve(
      found === undefined ? new Response('', { status: 404 }) : new Response(Uint8Array.from(found)),
    );
  };
  const google = googleRest({ projectId: 'busker-test', token, fetch: answer });
  return { files: bucketFiles({ bucket: 'releases', google, token, fetch: answer }), objects };
}
