import { deleteApp, initializeApp } from 'firebase/app';
import {
  applyActionCode,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  inMemoryPersistence,
  initializeAuth,
  sendEmailVerification,
  signInWithEmailAndPassword,
  type Auth,
  type User,
} from 'firebase/auth';
import {
  connectFirestoreEmulator,
  doc,
  getDoc,
  getFirestore,
  serverTimestamp,
  setDoc,
} from 'firebase/firestore/lite';
import { paths } from '@busker/core/documents/documents';
import { draftDocument } from '@busker/core/profile-documents/profile-document';
import { demoOwners, type DemoOwner } from './demo-owners';
import type { AuthMessage } from '@busker/emulator-auth/start-auth';

export interface SeedTarget {
  /** The app's origin, for POST /v1/me/publish. */
  readonly app: string;
  readonly auth: string;
  readonly firestore: { readonly host: string; readonly port: number; readonly database: string };
  readonly projectId: string;
  /** Connects an owner's account. Only a server may do this, because no browser may write payment state. */
  readonly connect: (uid: string, owner: DemoOwner) => Promise<void>;
  /** All messages that the sign-in service has sent, newest first. */
  readonly outbox: () => readonly AuthMessage[];
}

/**
 * Creates the demo owners with the steps of a real owner: an account, a confirmed email, a draft written under the
 * rules, a connected account, Publish. Every step is skipped when it is done, so that an interrupted start continues
 * and later changes stay.
 */
export async function seedDemoOwners(target: SeedTarget): Promise<void> {
  for (const owner of demoOwners) await seedOwner(target, owner);
}

async function seedOwner(target: SeedTarget, owner: DemoOwner): Promise<void> {
  const published = await fetch(`${target.app}/v1/profiles/${owner.draft.handle}`);
  if (published.ok) return;
  const app = initializeApp({ apiKey: 'local', projectId: target.projectId }, `seed-${owner.draft.handle}`);
  try {
    const auth = initializeAuth(app, { persistence: inMemoryPersistence });
    connectAuthEmulator(auth, target.auth, { disableWarnings: true });
    const user = await verifiedUser(auth, owner, target.outbox);
    const store = getFirestore(app, target.firestore.database);
    connectFirestoreEmulator(store, target.firestore.host, target.firestore.port);
    const draft = doc(store, paths.draft(user.uid));
    if (!(await getDoc(draft)).exists())
      await setDoc(draft, { ...draftDocument.encode(owner.draft), updatedAt: serverTimestamp() });
    await target.connect(user.uid, owner);
    await publish(target.app, await user.getIdToken(true), owner);
  } finally {
    await deleteApp(app);
  }
}

async function verifiedUser(
  auth: Auth,
  { email, password }: DemoOwner,
  outbox: SeedTarget['outbox'],
): Promise<User> {
  const signedIn = await createUserWithEmailAndPassword(auth, email, password).catch(() =>
    signInWithEmailAndPassword(auth, email, password),
  );
  if (signedIn.user.emailVerified) return signedIn.user;
  await sendEmailVerification(signedIn.user);
  const mail = outbox().find((message) => message.kind === 'mail' && message.to === email);
  const code = mail?.kind === 'mail' ? new URL(mail.link).searchParams.get('oobCode') : null;
  if (code === null) throw new Error(`No email was sent to ${email}`);
  await applyActionCode(auth, code);
  await signedIn.user.reload();
  return signedIn.user;
}

async function publish(app: string, idToken: string, { draft }: DemoOwner): Promise<void> {
  const answer = await fetch(`${app}/v1/me/publish`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ revision: draft.revision }),
  });
  if (answer.ok) return;
  const said = await answer.text();
  // An admin of this machine has hidden the page, which then has no public profile and cannot be published.
  if (answer.status === 403 && said.includes('profile-restricted')) return;
  throw new Error(`Publishing ${draft.handle} answered ${answer.status}: ${said}`);
}
