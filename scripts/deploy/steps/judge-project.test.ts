import { describe, expect, it } from 'vitest';
import { known, unanswered } from '../google/reply';
import type { SignInFacts } from '../google/sign-in-facts';
import { lineOf } from '../step';
import { fakeInstallation, fakeProject } from './fake-project';
import { judgeProject, neededApis } from './judge-project';

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

  it('refuses a bucket of releases that the functions or the public can read', () => {
    const open = [{ role: 'roles/storage.objectViewer', members: ['allUsers'] }];
    const releasesBucket = known({ versioning: true, uniformAccess: true, roles: known(open) });
    expect(linesOf({ releasesBucket }).join('\n')).toContain('must be closed');
  });

  it('says which facts it may not read, and does not call them missing', () => {
    const lines = linesOf({ billingAccount: unanswered('status 403'), budgets: unanswered('status 403') });
    expect(lines).toEqual([
      'cannot tell: the Blaze plan (status 403)',
      'cannot tell: a budget alert (status 403)',
    ]);
  });
});
