import { expect, it } from 'vitest';
import { defaultPreferences, encodePreferences } from '../../core/documents/account-document';
import { encodeProfile } from '../../core/documents/profile-document';
import { fakeProfile } from '../../core/testing/fakes';
import { paths } from '../../core/documents/documents';
import { adaDraft, adaPayments, emptyStage, putDraft, putPayments, signIn } from '../testing/ada';
import type { Stage } from '../testing/ada';
import { runSweep } from '../jobs/run-sweep';

const day = 24 * 60 * 60_000;
const png = new Uint8Array([0x89, ...Buffer.from('PNG\r\n\x1a\n'), 1]);

const swept = async ({ deps }: Stage) =>
  (await runSweep(deps, 'daily')).find(({ sweep }) => sweep === 'sweep-guests');

function putAll({ deps }: Stage, uid: string): void {
  const picture = { slot: 'picture-a', generation: '1' } as const;
  putDraft(deps, uid, { ...adaDraft, picture });
  deps.store.put(paths.account(uid), encodePreferences(defaultPreferences));
  deps.pictures.upload(uid, picture, png);
}

/** What a user may leave who read the terms, began to connect an account, and used the wallets. */
function putServerDocuments({ deps: { store } }: Stage, uid: string): void {
  for (const path of [paths.seenTerms(uid), paths.connecting(uid), paths.walletSites(uid)])
    store.put(path, { v: 1 });
}

function signInGuest({ deps }: Stage, uid: string): void {
  deps.idTokens.signIn(`token-${uid}`, {
    uid,
    guest: true,
    provider: 'anonymous',
    email: null,
    emailVerified: false,
    signedInAt: deps.clock.now(),
  });
}

const documentsOf = ({ deps }: Stage, uid: string) =>
  Object.keys(deps.store.dump()).filter((path) => path.split('/')[1] === uid && !path.startsWith('deleted/'));

async function uploadsOf({ deps }: Stage, owner: string): Promise<number> {
  let found = 0;
  for await (const { uid } of deps.pictures.uploads()) if (uid === owner) found += 1;
  return found;
}

// Holds dash-011.
it('removes a guest with all data 60 days after their last visit, and nobody else', async () => {
  const stage = emptyStage();
  signInGuest(stage, 'left');
  signIn(stage.deps, 'owner', 'token-owner');
  putAll(stage, 'left');
  putAll(stage, 'owner');
  stage.deps.clock.advance(60 * day);
  expect(await swept(stage)).toMatchObject({ checked: 0, changed: 0 });
  signInGuest(stage, 'new');
  putAll(stage, 'new');
  stage.deps.clock.advance(1);
  expect(await swept(stage)).toMatchObject({ checked: 1, changed: 1 });
  expect({ documentsOf: documentsOf(stage, 'left'), uploadsOf: await uploadsOf(stage, 'left') }).toEqual({
    documentsOf: [],
    uploadsOf: 0,
  });
  expect(stage.deps.idTokens.removed).toEqual(['left']);
  expect(stage.deps.store.dump()[paths.deletion('left')]).toBeDefined();
  for (const uid of ['owner', 'new']) {
    expect(documentsOf(stage, uid)).toEqual([paths.account(uid), paths.draft(uid)]);
    expect(await uploadsOf(stage, uid)).toBe(1);
  }
  expect(await swept(stage)).toMatchObject({ checked: 0, changed: 0 });
});

it('removes documents without a user', async () => {
  const stage = emptyStage();
  putAll(stage, 'gone');
  putServerDocuments(stage, 'gone');
  stage.deps.idTokens.removed.push('gone');
  expect(await swept(stage)).toMatchObject({ checked: 1, changed: 1 });
  expect({ documentsOf: documentsOf(stage, 'gone'), uploadsOf: await uploadsOf(stage, 'gone') }).toEqual({
    documentsOf: [],
    uploadsOf: 0,
  });
});

it.each(['profile', 'payments'] as const)('keeps a user with a %s document', async (kind) => {
  const stage = emptyStage();
  signInGuest(stage, 'odd');
  putAll(stage, 'odd');
  const profile = encodeProfile(fakeProfile({ uid: 'odd' }));
  if (kind === 'profile') stage.deps.store.put(paths.profile('odd'), profile);
  else putPayments(stage.deps, 'odd', adaPayments);
  stage.deps.clock.advance(61 * day);
  expect(await swept(stage)).toMatchObject({ checked: 1, changed: 0 });
  expect(documentsOf(stage, 'odd')).toHaveLength(3);
  expect(stage.deps.idTokens.removed).toEqual([]);
});

it('keeps a guest who came back since the list was made', async () => {
  const stage = emptyStage();
  signInGuest(stage, 'back');
  putAll(stage, 'back');
  stage.deps.clock.advance(61 * day);
  const { store } = stage.deps;
  const look = store.readVersioned.bind(store);
  store.readVersioned = async (docs) => {
    signInGuest(stage, 'back');
    return look(docs);
  };
  expect(await swept(stage)).toMatchObject({ checked: 1, changed: 0 });
  expect(documentsOf(stage, 'back')).toHaveLength(2);
});

it('continues the next day after a failure', async () => {
  const stage = emptyStage();
  signInGuest(stage, 'left');
  putAll(stage, 'left');
  stage.deps.clock.advance(61 * day);
  const { pictures } = stage.deps;
  const removeUploads = pictures.removeUploads.bind(pictures);
  pictures.removeUploads = () => Promise.reject(new Error('cut'));
  expect(await swept(stage)).toMatchObject({ changed: 0 });
  expect(stage.deps.idTokens.removed).toEqual([]);
  pictures.removeUploads = removeUploads;
  expect(await swept(stage)).toMatchObject({ changed: 1 });
  expect({ documentsOf: documentsOf(stage, 'left'), uploadsOf: await uploadsOf(stage, 'left') }).toEqual({
    documentsOf: [],
    uploadsOf: 0,
  });
  expect(stage.deps.idTokens.removed).toEqual(['left']);
});
