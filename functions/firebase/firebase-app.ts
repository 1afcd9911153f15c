import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { cert, initializeApp, type App } from 'firebase-admin/app';

interface FirebaseSettings {
  readonly projectId: string;
  readonly storageBucket: string;
  readonly emulated: boolean;
  /** The private key (PEM) with which a server on one machine signs download links; absent = a new one. */
  readonly signingKey?: string;
}

/** The account that signs on one machine. */
export const localAccountOf = (projectId: string): string => `local@${projectId}.iam.gserviceaccount.com`;

/**
 * With `preferRest` the Firestore client needs credentials even for an emulator, where they are never used: a generated key is enough. Delete this
 * when @google-cloud/firestore skips credentials for FIRESTORE_EMULATOR_HOST over REST too.
 */
const madeUpCredential = (projectId: string, privateKey = makeSigningKey().privateKey) =>
  cert({ projectId, clientEmail: localAccountOf(projectId), privateKey });

/** A key pair as PEM. */
export const makeSigningKey = (): { readonly privateKey: string; readonly publicKey: string } =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

/** A firebase-admin app; several may live in one process (tests, and each change of the code in `npm run dev`). In production the machine's own credentials are used. */
export function firebaseApp({ projectId, storageBucket, emulated, signingKey }: FirebaseSettings): App {
  const name = `busker-${randomUUID()}`;
  if (!emulated) return initializeApp({ projectId, storageBucket }, name);
  // A developer's machine has no metadata server: searching for it costs seconds and prints a warning.
  process.env['METADATA_SERVER_DETECTION'] ??= 'none';
  return initializeApp(
    { projectId, storageBucket, credential: madeUpCredential(projectId, signingKey) },
    name,
  );
}
