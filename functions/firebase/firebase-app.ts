import { generateKeyPairSync } from 'node:crypto';
import { cert, initializeApp, type App } from 'firebase-admin/app';

interface FirebaseSettings {
  readonly projectId: string;
  readonly storageBucket: string;
  readonly emulated: boolean;
}

/**
 * With `preferRest` the Firestore client asks for credentials even against an emulator, where nothing is ever signed with them: a
 * key made on the spot will do. Delete when @google-cloud/firestore skips credentials under FIRESTORE_EMULATOR_HOST over REST too.
 */
function madeUpCredential(projectId: string) {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return cert({ projectId, clientEmail: `local@${projectId}.iam.gserviceaccount.com`, privateKey });
}

let made = 0;

/** A firebase-admin app; several may live in one process (tests). In production the machine's own credentials are used. */
export function firebaseApp({ projectId, storageBucket, emulated }: FirebaseSettings): App {
  made += 1;
  if (!emulated) return initializeApp({ projectId, storageBucket }, `busker-${made}`);
  // No metadata server lives on a desk: looking for it costs seconds and prints a warning.
  process.env['METADATA_SERVER_DETECTION'] ??= 'none';
  return initializeApp(
    { projectId, storageBucket, credential: madeUpCredential(projectId) },
    `busker-${made}`,
  );
}
