import { assertFails, assertSucceeds, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import {
  collection,
  collectionGroup,
  deleteDoc,
  doc,
  getDoc,
  getDocs,
  increment,
  limit,
  onSnapshot,
  orderBy,
  query,
  runTransaction,
  serverTimestamp,
  setDoc,
  updateDoc,
  where,
  writeBatch,
  type Firestore,
} from 'firebase/firestore';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyDraft } from '@busker/core/profile/draft';
import { draftDocument } from '@busker/core/profile-documents/profile-document';
import { startRulesServer, type RulesServer } from './rules-server';

const lines: string[] = [];
let server: RulesServer;
let env: RulesTestEnvironment;

beforeAll(async () => {
  server = await startRulesServer((line) => lines.push(line));
  ({ env } = server);
});
afterAll(() => server.close());

const asAda = (): Firestore => env.authenticatedContext('ada').firestore() as unknown as Firestore;
const asGrace = (): Firestore => env.authenticatedContext('grace').firestore() as unknown as Firestore;
const asGuest = (): Firestore =>
  env
    .authenticatedContext('g1', { firebase: { sign_in_provider: 'anonymous', identities: {} } })
    .firestore() as unknown as Firestore;
const asStranger = (): Firestore => env.unauthenticatedContext().firestore() as unknown as Firestore;

beforeEach(async () => {
  await env.clearFirestore();
  await env.withSecurityRulesDisabled(async (context) => {
    const db = context.firestore() as unknown as Firestore;
    await setDoc(doc(db, 'profiles/ada'), { handle: 'ada' });
    await setDoc(doc(db, 'profiles/ada/tips/t1'), { amount: 500, createdAt: 1 });
    await setDoc(doc(db, 'profiles/ada/tips/t1/refunds/r1'), { amount: 500 });
    await setDoc(doc(db, 'profiles/ada/totals/usd-0'), { gross: 500 });
    await setDoc(doc(db, 'profiles/ada/insights/2026-01-02-0'), { views: 3 });
    await setDoc(doc(db, 'accounts/ada/server/payments'), { status: 'active' });
    await setDoc(doc(db, 'accounts/ada/deliveries/d1'), { channelId: 'c1', createdAt: 1 });
    await setDoc(doc(db, 'handles/ada'), { uid: 'ada' });
  });
});

const draft = draftDocument.encode(emptyDraft);

describe('through the SDK and the local server, a draft', () => {
  it('is created in a transaction, edited field by field, read and deleted by its owner', async () => {
    const db = asAda();
    const ref = doc(db, 'drafts/ada');
    await assertSucceeds(
      runTransaction(db, async (tx) => {
        if (!(await tx.get(ref)).exists()) tx.set(ref, draft);
      }),
    );
    const edit = {
      revision: increment(2),
      updatedAt: serverTimestamp(),
      'links.a': { url: 'https://a.example' },
    };
    await assertSucceeds(updateDoc(ref, edit));
    const found = await assertSucceeds(getDoc(ref));
    expect(found.data()).toMatchObject({ revision: 2, links: { a: { url: 'https://a.example' } } });
    const fieldOf = (link: string) =>
      updateDoc(ref, { revision: increment(1), [`links.${link}.label`]: 'A' });
    await fieldOf('a');
    await assertFails(fieldOf('gone'));
    await assertSucceeds(deleteDoc(ref));
  });

  it('can belong to a guest', async () => {
    await assertSucceeds(setDoc(doc(asGuest(), 'drafts/g1'), draft));
    await assertFails(setDoc(doc(asGuest(), 'drafts/ada'), draft));
  });

  it('is refused with an unknown field, a wrong type, or an old revision', async () => {
    const ref = doc(asAda(), 'drafts/ada');
    await assertFails(setDoc(ref, { ...draft, admin: true }));
    await assertFails(setDoc(ref, { ...draft, links: 'none' }));
    await assertSucceeds(setDoc(ref, draft));
    await assertFails(updateDoc(ref, { name: 'Ada' }));
    await assertFails(updateDoc(ref, { name: 'a'.repeat(201), revision: increment(1) }));
  });

  it('cannot be written after its account was deleted, alone or in a batch', async () => {
    const db = asAda();
    await assertSucceeds(setDoc(doc(db, 'drafts/ada'), draft));
    await env.withSecurityRulesDisabled(async (context) => {
      await setDoc(doc(context.firestore() as unknown as Firestore, 'deleted/ada'), { v: 1 });
    });
    await assertFails(updateDoc(doc(db, 'drafts/ada'), { revision: increment(1) }));
    await assertFails(setDoc(doc(db, 'accounts/ada'), { language: 'de' }));
    const batch = writeBatch(db);
    batch.delete(doc(db, 'drafts/ada'));
    batch.set(doc(db, 'accounts/ada'), { language: 'de' });
    await assertFails(batch.commit());
    await assertSucceeds(deleteDoc(doc(db, 'drafts/ada')));
    await assertFails(setDoc(doc(db, 'drafts/ada'), draft));
  });

  it('is refused to everybody else', async () => {
    await assertSucceeds(setDoc(doc(asAda(), 'drafts/ada'), draft));
    for (const db of [asGrace(), asStranger()]) {
      await assertFails(getDoc(doc(db, 'drafts/ada')));
      await assertFails(setDoc(doc(db, 'drafts/ada'), draft));
      await assertFails(updateDoc(doc(db, 'drafts/ada'), { revision: increment(1) }));
      await assertFails(deleteDoc(doc(db, 'drafts/ada')));
      await assertFails(getDocs(collection(db, 'drafts')));
    }
  });

  it('is refused as a whole when one write of a batch is', async () => {
    const db = asAda();
    const batch = writeBatch(db);
    batch.set(doc(db, 'drafts/ada'), draft);
    batch.set(doc(db, 'handles/ada2'), { uid: 'ada' });
    await assertFails(batch.commit());
    expect((await getDoc(doc(db, 'drafts/ada'))).exists()).toBe(false);
  });
});

describe('through the SDK and the local server, documents of the functions', () => {
  const readable = [
    'profiles/ada',
    'profiles/ada/tips/t1',
    'profiles/ada/tips/t1/refunds/r1',
    'profiles/ada/totals/usd-0',
  ];
  const more = [
    'profiles/ada/insights/2026-01-02-0',
    'accounts/ada/server/payments',
    'accounts/ada/events/e1',
    'accounts/ada/deliveries/d1',
  ];

  it.each([...readable, ...more])('%s can be read by its owner and written by nobody', async (path) => {
    await assertSucceeds(getDoc(doc(asAda(), path)));
    for (const db of [asGrace(), asStranger()]) await assertFails(getDoc(doc(db, path)));
    for (const db of [asAda(), asGrace(), asStranger()]) {
      await assertFails(setDoc(doc(db, path), { amount: 1 }));
      await assertFails(updateDoc(doc(db, path), { amount: 1 }));
      await assertFails(deleteDoc(doc(db, path)));
    }
  });

  it('can be listed and listened to only by its owner', async () => {
    const tips = (db: Firestore) =>
      query(collection(db, 'profiles/ada/tips'), orderBy('createdAt', 'desc'), limit(50));
    expect((await assertSucceeds(getDocs(tips(asAda())))).size).toBe(1);
    await assertFails(getDocs(tips(asGrace())));
    await assertFails(getDocs(collectionGroup(asAda(), 'tips')));
    const watched = (db: Firestore): Promise<number> =>
      new Promise((resolve, reject) => {
        const stop = onSnapshot(
          tips(db),
          (snapshot) => {
            stop();
            resolve(snapshot.size);
          },
          reject,
        );
      });
    expect(await assertSucceeds(watched(asAda()))).toBe(1);
    await assertFails(watched(asGrace()));
  });

  it('the log of deliveries can be listed by its owner, of all channels and of one', async () => {
    const log = (db: Firestore) => collection(db, 'accounts/ada/deliveries');
    const all = (db: Firestore) => query(log(db), orderBy('createdAt', 'desc'), limit(50));
    const ofOne = (db: Firestore) => query(all(db), where('channelId', '==', 'c1'));
    for (const asked of [all, ofOne]) {
      expect((await assertSucceeds(getDocs(asked(asAda())))).size).toBe(1);
      await assertFails(getDocs(asked(asGrace())));
    }
    await assertFails(getDocs(collectionGroup(asAda(), 'deliveries')));
  });

  it.each([
    'handles/ada',
    'stripeAccounts/acct_1',
    'stripeEvents/evt_1',
    'stripePayments/pi_1',
    'limits/k',
    'ledger/ada',
    'consents/m1',
    'standing/ada',
    'cards/ada',
    'walls/ada',
    'audit/a1',
    'deleted/ada',
    'heartbeats/reconcile',
    'jobs/follow-links-all',
    'tipAddresses/t1',
    'viewBatches/b1',
    'channelSecrets/c1',
    'pace/ada',
    'tipWatches/t1',
    'rollUps/views',
    'verifyTokens/h',
    'cardVersions/2026-10-01-0.1.0',
  ])('%s is closed to browsers', async (path) => {
    for (const db of [asAda(), asStranger()]) {
      await assertFails(getDoc(doc(db, path)));
      await assertFails(setDoc(doc(db, path), { uid: 'ada' }));
      await assertFails(getDocs(collection(db, path.split('/')[0] ?? '')));
    }
  });
});

describe('through the SDK and the local server, private preferences', () => {
  it('belong to the owner and have a size limit', async () => {
    await assertSucceeds(setDoc(doc(asAda(), 'accounts/ada'), { language: 'de' }));
    await assertSucceeds(getDoc(doc(asAda(), 'accounts/ada')));
    await assertFails(getDoc(doc(asGrace(), 'accounts/ada')));
    await assertFails(setDoc(doc(asGrace(), 'accounts/ada'), { language: 'de' }));
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, 1]));
    await assertFails(setDoc(doc(asAda(), 'accounts/ada'), many));
  });
});

describe('a denial', () => {
  it('is logged with the nearest rule, which the client does not get', async () => {
    lines.length = 0;
    const failure: unknown = await assertFails(getDoc(doc(asGrace(), 'profiles/ada')));
    expect(String(failure)).not.toContain('isOwner');
    expect(lines.join('\n')).toMatch(
      /denied get profiles\/ada \(uid grace\).*closest rule \d+:\d+ allow get: if isOwner\(uid\);/,
    );
  });
});
