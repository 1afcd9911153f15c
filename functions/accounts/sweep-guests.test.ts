import { expect, it } from 'vitest';
import { defaultPreferences, preferencesDocument } from '../../core/account/account-document';
import { profileDocument } from '../../core/profile-documents/profile-document';
import { fakeProfile } from '../../core/testing/fakes';
import { paths } from '../../core/documents/documents';
import {
  adaDraft,
  adaPayments,
  emptyScenario,
  putDraft,
  putPayments,
  signIn,
  type Scenario,
} from '../testing/ada';
import { runSweep } from '../jobs/run-sweep';

const day = 24 * 60 * 60_000;
const png = new Uint8Array([0x89, ...Buffer.from('PNG\r\n\x1a\n'), 1]);

const swept = async ({ deps }: Scenario) =>
  (await runSweep(deps, 'daily')).find(({ sweep }) => sweep === 'sweep-guests');

function putAll({ deps }: Scenario, uid: string): void {
  const picture = { slot: 'picture-a', generation: '1' } as const;
  putDraft(deps, uid, { ...adaDraft, picture });
  deps.store.put(paths.account(uid), preferencesDocument.encode(defaultPreferences));
  deps.pictures.upload(uid, picture, png);
}

/** What a user may leave who read the terms, began to connect an account, and used the wallets. */
function putServerDocuments({ deps: { store } }: Scenario, uid: string): void {
  for (const path of [paths.seenTerms(uid), paths.connecting(uid), paths.walletSites(uid)])
    store.put(path, { v: 1 });
}

function signInGuest({ deps }: Scenario, uid: string): void {
  deps.idTokens.signIn(`token-${uid}`, {
    uid,
    guest: true,
    provider: 'anonymous',
    email: null,
    emailVerified: false,
    signedInAt: deps.clock.now(),
  });
}

const documentsOf = ({ deps }: Scenario, uid: string) =>
  Object.keys(deps.store.dump()).filter((path) => path.split('/')[1] === uid && !path.startsWith('deleted/'));

async function uploadsOf({ deps }: Scenario, owner: string): Promise<number> {
  let found = 0;
  for await (const { uid } of deps.pictures.uploads()) if (uid === owner) found += 1;
  return found;
}

// Holds dash-011.
it('removes a guest with all data 60 days after their last visit, and nobody else', async () => {
  const scenario = emptyScenario();
  signInGuest(scenario, 'left');
  signIn(scenario.deps, 'owner', 'token-owner');
  putAll(scenario, 'left');
  putAll(scenario, 'owner');
  scenario.deps.clock.advance(60 * day);
  expect(await swept(scenario)).toMatchObject({ checked: 0, changed: 0 });
  signInGuest(scenario, 'new');
  putAll(scenario, 'new');
  scenario.deps.clock.advance(1);
  expect(await swept(scenario)).toMatchObject({ checked: 1, changed: 1 });
  expect({
    documentsOf: documentsOf(scenario, 'left'),
    uploadsOf: await uploadsOf(scenario, 'left'),
  }).toEqual({
    documentsOf: [],
    uploadsOf: 0,
  });
  expect(scenario.deps.idTokens.removed).toEqual(['left']);
  expect(scenario.deps.store.dump()[paths.deletion('left')]).toBeDefined();
  for (const uid of ['owner', 'new']) {
    expect(documentsOf(scenario, uid)).toEqual([paths.account(uid), paths.draft(uid)]);
    expect(await uploadsOf(scenario, uid)).toBe(1);
  }
  expect(await swept(scenario)).toMatchObject({ checked: 0, changed: 0 });
});

it('removes documents without a user', async () => {
  const scenario = emptyScenario();
  putAll(scenario, 'gone');
  putServerDocuments(scenario, 'gone');
  scenario.deps.idTokens.removed.push('gone');
  expect(await swept(scenario)).toMatchObject({ checked: 1, changed: 1 });
  expect({
    documentsOf: documentsOf(scenario, 'gone'),
    uploadsOf: await uploadsOf(scenario, 'gone'),
  }).toEqual({
    documentsOf: [],
    uploadsOf: 0,
  });
});

it.each(['profile', 'payments'] as const)('keeps a user with a %s document', async (kind) => {
  const scenario = emptyScenario();
  signInGuest(scenario, 'odd');
  putAll(scenario, 'odd');
  const profile = profileDocument.encode(fakeProfile({ uid: 'odd' }));
  if (kind === 'profile') scenario.deps.store.put(paths.profile('odd'), profile);
  else putPayments(scenario.deps, 'odd', adaPayments);
  scenario.deps.clock.advance(61 * day);
  expect(await swept(scenario)).toMatchObject({ checked: 1, changed: 0 });
  expect(documentsOf(scenario, 'odd')).toHaveLength(3);
  expect(scenario.deps.idTokens.removed).toEqual([]);
});

it('keeps a guest who came back since the list was made', async () => {
  const scenario = emptyScenario();
  signInGuest(scenario, 'back');
  putAll(scenario, 'back');
  scenario.deps.clock.advance(61 * day);
  const { store } = scenario.deps;
  const look = store.readVersioned.bind(store);
  store.readVersioned = async (docs) => {
    signInGuest(scenario, 'back');
    return look(docs);
  };
  expect(await swept(scenario)).toMatchObject({ checked: 1, changed: 0 });
  expect(documentsOf(scenario, 'back')).toHaveLength(2);
});

it('continues the next day after a failure', async () => {
  const scenario = emptyScenario();
  signInGuest(scenario, 'left');
  putAll(scenario, 'left');
  scenario.deps.clock.advance(61 * day);
  const { pictures } = scenario.deps;
  const removeUploads = pictures.removeUploads.bind(pictures);
  pictures.removeUploads = () => Promise.reject(new Error('cut'));
  expect(await swept(scenario)).toMatchObject({ changed: 0 });
  expect(scenario.deps.idTokens.removed).toEqual([]);
  pictures.removeUploads = removeUploads;
  expect(await swept(scenario)).toMatchObject({ changed: 1 });
  expect({
    documentsOf: documentsOf(scenario, 'left'),
    uploadsOf: await uploadsOf(scenario, 'left'),
  }).toEqual({
    documentsOf: [],
    uploadsOf: 0,
  });
  expect(scenario.deps.idTokens.removed).toEqual(['left']);
});
