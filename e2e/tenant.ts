import { randomBytes } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  inMemoryPersistence,
  initializeAuth,
  type User,
} from 'firebase/auth';
import {
  connectFirestoreEmulator,
  doc,
  getFirestore,
  serverTimestamp,
  setDoc,
} from 'firebase/firestore/lite';
import { paths } from '@busker/core/documents/documents';
import { draftDocument } from '@busker/core/profile-documents/profile-document';
import { emptyDraft, type Draft } from '@busker/core/profile/draft';
import type { Addresses } from './backend';

const projectId = 'demo-busker';
const password = 'busker-demo';

/** An owner of one test or of one file, on the backend of the whole run. */
export interface Tenant {
  readonly email: string;
  readonly password: string;
  readonly uid: string;
  readonly handle: string;
  /** The name on the card, which also names the tip sheet. */
  readonly name: string;
  /** The connected account in the Stripe sandbox; null while payments are not connected. */
  readonly account: string | null;
}

/** What differs from an owner of the United States who is published with one link and can take tips. */
export interface WantedTenant {
  readonly name?: string;
  /** Fields of the draft: links, look, tips, … */
  readonly draft?: Partial<Draft>;
  /** The country of the account at Stripe; null: payments are not connected. */
  readonly country?: string | null;
  /** The owner has written a draft and published nothing. */
  readonly isUnpublished?: boolean;
}

async function post(url: string, body: object, token: string): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.ok) return answer.json();
  throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
}

/** A token of a confirmed address. The emulator's admin API confirms it; the tests of sign-in open the mailed link. */
async function confirmed(user: User, busker: Addresses): Promise<string> {
  const accounts = `${busker.auth}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`;
  await post(`${accounts}:update`, { localId: user.uid, emailVerified: true }, 'owner');
  return user.getIdToken(true);
}

/** Connects payments as the owner does, and answers all of Stripe's questions. */
async function connected(busker: Addresses, country: string, token: string): Promise<string> {
  await post(`${busker.app}/v1/me/payments/connect`, { country, currency: null }, token);
  const refreshed = () => post(`${busker.app}/v1/me/payments/refresh`, {}, token);
  const { accountId } = (await refreshed()) as { accountId: string };
  const change = { account: accountId, cardPayments: 'active', linkPayments: 'active' };
  await post(`${busker.stripe}/__sandbox/accounts/capability`, change, 'anyone');
  await refreshed();
  return accountId;
}

/**
 * Makes an owner through the API: tests that share a backend change only what is their own. The fixture `tenant` does it
 * for one test; a file whose tests share an owner calls this in `test.beforeAll` with `addressesOfRun()`.
 */
export async function newTenant(
  busker: Addresses,
  { name = 'Tess Tenant', draft = {}, country = 'US', isUnpublished = false }: WantedTenant = {},
): Promise<Tenant> {
  const handle = draft.handle ?? `tenant_${randomBytes(6).toString('hex')}`;
  const email = `${handle}@example.com`;
  const app = initializeApp({ apiKey: 'local', projectId }, handle);
  try {
    const auth = initializeAuth(app, { persistence: inMemoryPersistence });
    connectAuthEmulator(auth, busker.auth, { disableWarnings: true });
    const { user } = await createUserWithEmailAndPassword(auth, email, password);
    const token = await confirmed(user, busker);
    const { hostname, port } = new URL(busker.firestore);
    const store = getFirestore(app);
    connectFirestoreEmulator(store, hostname, Number(port));
    const links = { site: { label: 'My site', url: 'https://tenant.example/', order: 0, on: true } };
    const whole: Draft = { ...emptyDraft, links, ...draft, handle, name, revision: 1 };
    await setDoc(doc(store, paths.draft(user.uid)), {
      ...draftDocument.encode(whole),
      updatedAt: serverTimestamp(),
    });
    const account = country === null ? null : await connected(busker, country, token);
    if (!isUnpublished) await post(`${busker.app}/v1/me/publish`, { revision: 1 }, token);
    return { email, password, uid: user.uid, handle, name, account };
  } finally {
    await deleteApp(app);
  }
}

/** The tag of an owner's card, as the dashboard writes it. */
export const tagOf = ({ handle, name }: Tenant, busker: Addresses): string =>
  `<busker-card profile="${handle}"><a href="${busker.app}/@${handle}">Tip ${name}</a></busker-card>`;
