import { describe, expect, it } from 'vitest';
import { ok } from '@busker/core/base/result';
import { known, liveHosting, readIndexes, unanswered } from '../../installation/google';
import { lineOf } from '../../installation/installation';
import { fakeGoogle, fakeInstallation, fakeProject } from '../testing/fake-google';
import { judgeProject, neededApis, releasesRole } from './judge-project';
import { monthlyPrice } from '../../costs/list-prices';
import { readReleasedRules, rulesStep } from './publish-steps';
import { readProject, type SignInFacts } from './read-project';
import { judgeTools, type Tools } from './tools';

describe('judge project', () => {
  const runtime = 'serviceAccount:busker-run@busker-test.iam.gserviceaccount.com';
  const linesOf = (change: Parameters<typeof fakeProject>[0], wanted = fakeInstallation()) =>
    judgeProject(fakeProject(change), wanted)
      .filter(({ state }) => state !== 'ok')
      .map(lineOf);

  const signIn = (change: Partial<SignInFacts>) => {
    const { signIn: facts } = fakeProject();
    if (facts.state === 'unknown' || facts.value === null) throw new Error('the fake project has sign-in');
    return { signIn: known({ ...facts.value, ...change }) };
  };

  describe('the check of the project', () => {
    it('finds no fault in a complete project', () => {
      expect(linesOf({})).toEqual([]);
    });

    // Holds host-002.
    it('names the missing database, its location, and the command that creates it', () => {
      const [line = ''] = linesOf({ database: known(null) });
      expect(line).toContain('missing: database (default) at eur3');
      expect(line).toContain(
        "firestore:databases:create '(default)' --location eur3 --delete-protection ENABLED",
      );
    });

    it.each([
      [
        { database: known({ location: 'nam5', deleteProtection: true, recoveryWindow: true }) },
        'it is at nam5',
      ],
      [
        { database: known({ location: 'eur3', deleteProtection: false, recoveryWindow: true }) },
        'missing: delete protection of database',
      ],
      [{ billingAccount: known(null), budgets: known(0) }, 'missing: the Blaze plan'],
      [{ apis: known(neededApis.slice(1)) }, 'gcloud services enable artifactregistry.googleapis.com'],
      [{ bucket: known(false) }, 'missing: bucket busker-test.firebasestorage.app'],
      [{ releasesBucket: known(null) }, 'gcloud storage buckets create gs://busker-test-busker-releases'],
      [{ runtimeAccount: known(false) }, 'gcloud iam service-accounts create busker-run'],
      [{ roles: known([]) }, 'roles/datastore.user, roles/firebaseauth.admin, roles/cloudtasks.enqueuer'],
      [
        { accountRoles: known([]) },
        'roles/iam.serviceAccountUser, roles/iam.serviceAccountTokenCreator for busker-run@',
      ],
      [
        { apis: known(neededApis.filter((api) => !api.startsWith('iamcredentials'))) },
        'gcloud services enable iamcredentials.googleapis.com',
      ],
      [{ bucketRoles: known([]) }, 'roles/storage.objectAdmin on busker-test.firebasestorage.app'],
      [{ budgets: known(0) }, 'missing: a budget alert'],
      [{ number: known(null) }, 'missing: project busker-test'],
      [signIn({ methods: [] }), 'missing: sign-in with google.com'],
      [signIn({ methods: ['google.com', 'guest'] }), 'SIGN_IN_METHODS does not name guest'],
      [signIn({ enumerationProtection: false }), 'missing: email enumeration protection'],
      [signIn({ domains: [] }), 'missing: authorised domain busker.example'],
      [signIn({ actionUrl: '' }), 'missing: action URL https://busker.example/auth/action'],
    ])('finds what is missing: %j', (change, sentence) => {
      expect(linesOf(change).join('\n')).toContain(sentence);
    });

    it('finds the missing role without which the storage rules refuse every upload', () => {
      const { roles } = fakeProject();
      const kept =
        roles.state === 'known' ? roles.value.filter(({ role }) => !role.includes('firebaserules')) : [];
      expect(linesOf({ roles: known(kept) })).toEqual([
        expect.stringContaining('service-42@gcp-sa-firebasestorage.iam.gserviceaccount.com'),
      ]);
    });

    it.each([
      ['the public can read', releasesRole, 'allUsers', 'must be closed'],
      ['the functions can write', 'roles/storage.objectAdmin', runtime, 'the functions may only read it'],
      [
        'the functions cannot read',
        releasesRole,
        'user:ada@example.com',
        `${releasesRole} on busker-test-busker`,
      ],
    ])('refuses a bucket of releases that %s', (_, role, member, sentence) => {
      const roles = known([{ role, members: [member] }]);
      const releasesBucket = known({ versioning: true, uniformAccess: true, roles });
      expect(linesOf({ releasesBucket }).join('\n')).toContain(sentence);
    });

    it('says which facts it may not read, and does not call them missing', () => {
      const lines = linesOf({ billingAccount: unanswered('status 403'), budgets: unanswered('status 403') });
      expect(lines).toEqual([
        'cannot tell: the Blaze plan (status 403)',
        'cannot tell: a budget alert (status 403)',
      ]);
    });
  });
});

describe('project facts', () => {
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
      database: {
        state: 'known',
        value: { location: 'eur3', deleteProtection: true, recoveryWindow: false },
      },
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
});

describe('live services', () => {
  const rules = 'https://firebaserules.googleapis.com/v1';

  // Holds host-300.
  it.each([
    ['makes a site that is missing, and releases', {}],
    ['releases on a site that is there', { name: 'projects/p/sites/pages' }],
  ])('%s a version that has a configuration and no files', async (_, site) => {
    const isNew = !('name' in site);
    const sites = 'https://firebasehosting.googleapis.com/v1beta1/projects/busker-test/sites';
    const name = 'sites/pages/versions/v1';
    const release = `${sites}/pages/channels/live/releases?versionName=sites%2Fpages%2Fversions%2Fv1`;
    const google = fakeGoogle({
      ...(isNew ? { [`POST ${sites}?siteId=pages`]: {} } : { [`GET ${sites}/pages`]: site }),
      [`POST ${sites}/pages/versions`]: { name, status: 'CREATED' },
      [`PATCH ${sites}/pages/versions/v1?updateMask=status`]: { name },
      [`POST ${release}`]: {},
    });
    const live = liveHosting(google.rest, 'busker-test', 'pages');
    expect(await live.releases()).toEqual({ state: 'known', value: [] });
    expect(await live.releaseWithoutFiles({ rewrites: [] }, 'busker domains')).toEqual(ok(null));
    expect(google.requests.slice(2).map(({ method, url, body }) => [method, url, body])).toEqual([
      ...(isNew ? [['POST', `${sites}?siteId=pages`, {}]] : []),
      ['POST', `${sites}/pages/versions`, { config: { rewrites: [] } }],
      ['PATCH', `${sites}/pages/versions/v1?updateMask=status`, { status: 'FINALIZED' }],
      ['POST', release, { message: 'busker domains' }],
    ]);
    const taken = fakeGoogle({
      [`POST ${sites}?siteId=pages`]: { status: 409, error: { message: 'The name is taken.' } },
    });
    expect(await liveHosting(taken.rest, 'busker-test', 'pages').releaseWithoutFiles({}, 'x')).toMatchObject({
      ok: false,
      problem: expect.stringContaining('status 409: The name is taken.'),
    });
  });

  it('reads the live rules, including those of a named database, and finds differences', async () => {
    const google = fakeGoogle({
      [`GET ${rules}/projects/busker-test/releases/cloud.firestore/restored`]: {
        rulesetName: 'projects/busker-test/rulesets/1',
      },
      [`GET ${rules}/projects/busker-test/rulesets/1`]: {
        source: { files: [{ name: 'a', content: 'x\ny' }] },
      },
    });
    const wanted = fakeInstallation({ database: { id: 'restored', location: 'eur3' } });
    const step = rulesStep({
      ours: { firestore: 'x\nz', storage: 's' },
      read: () => readReleasedRules(google.rest, wanted),
      deploy: () => Promise.resolve(ok(null)),
    });
    expect((await step.ask()).map(lineOf)).toEqual([
      'to do: rules of Firestore: 1 lines added, 1 removed',
      'to do: rules of Storage, which were never released',
    ]);
  });

  it("reads indexes and fields, without the document's name that the service adds", async () => {
    const groups =
      'https://firestore.googleapis.com/v1/projects/busker-test/databases/(default)/collectionGroups/-';
    const parent = 'projects/busker-test/databases/(default)/collectionGroups';
    const filter = encodeURIComponent('indexConfig.usesAncestorConfig:false OR ttlConfig:*');
    const google = fakeGoogle({
      [`GET ${groups}/indexes?pageSize=300`]: {
        indexes: [
          {
            name: `${parent}/tips/indexes/1`,
            queryScope: 'COLLECTION_GROUP',
            state: 'CREATING',
            fields: [
              { fieldPath: 'livemode', order: 'ASCENDING' },
              { fieldPath: '__name__', order: 'ASCENDING' },
            ],
          },
        ],
      },
      [`GET ${groups}/fields?pageSize=300&filter=${filter}`]: {
        fields: [
          { name: `${parent}/limits/fields/expiresAt`, indexConfig: {}, ttlConfig: { state: 'ACTIVE' } },
        ],
      },
    });
    expect(await readIndexes(google.rest, 'busker-test', '(default)')).toEqual({
      state: 'known',
      value: {
        indexes: [
          {
            collection: 'tips',
            scope: 'COLLECTION_GROUP',
            fields: [{ fieldPath: 'livemode', kind: 'ASCENDING' }],
            ready: false,
          },
        ],
        fields: [{ collection: 'limits', fieldPath: 'expiresAt', ttl: true, indexes: [] }],
      },
    });
  });
});

describe('the tools of a deploy', () => {
  const good: Tools = {
    node: '20.19.0',
    firebaseTools: { installed: '15.34.2', locked: '15.34.2' },
    commit: 'a'.repeat(40),
    changed: [],
    credentials: known(null),
  };

  it('finds no fault with the tools of the lock file', () => {
    expect(judgeTools(good).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(judgeTools({ ...good, node: '24.0.1' })[0]?.state).toBe('ok');
  });

  it.each([
    [{ node: '20.18.3' }, 'missing: Node 20.19 or newer'],
    [
      { firebaseTools: { installed: '15.0.0', locked: '15.34.2' } },
      'firebase-tools 15.34.2 instead of 15.0.0',
    ],
    [{ changed: ['core/a.ts'] }, 'missing: a clean checkout; core/a.ts'],
    [{ credentials: unanswered('Could not load them.') }, 'missing: credentials for Google'],
    [{ commit: null }, 'cannot tell: the commit'],
  ])('names %j', (change, sentence) => {
    const lines = judgeTools({ ...good, ...change }).map(lineOf);
    expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([expect.stringContaining(sentence)]);
  });
});

// Holds host-010.
it('shows the price of instances that always run, before a deploy creates them', () => {
  const price = (minInstances: number) =>
    Number(/about ([\d.]+) US/.exec(monthlyPrice({ minInstances, region: 'europe-west1' }))?.[1]);
  expect(price(1)).toBeGreaterThan(1);
  expect(price(3)).toBeGreaterThan(price(1));
});
