import { generateKeyPairSync } from 'node:crypto';
import { cert, deleteApp, initializeApp, type App } from 'firebase-admin/app';
import { getStorage } from 'firebase-admin/storage';
import { loadRules } from '@busker/rules-engine/load-rules';
import { startStorage, type StorageOptions, type StorageServer } from '../start-storage';

export const bucketName = 'demo-busker.appspot.com';

export const openRules = `rules_version = '2';
service firebase.storage { match /b/{bucket}/o { match /{path=**} { allow read, write: if true; } } }`;

export interface TestStorage extends StorageServer {
  readonly lines: string[];
}

/** A server on a free port that records its log; rules are set by the control path. */
export async function startTestStorage(
  options: Partial<StorageOptions> & { readonly rules?: string } = {},
): Promise<TestStorage> {
  const lines: string[] = [];
  const { rules = openRules, ...rest } = options;
  const log = (line: string): void => void lines.push(line);
  const server = await startStorage({ dataDir: null, rulesFile: null, loadRules, log, ...rest });
  if (rest.rulesFile === undefined) await putRules(server, rules);
  return { ...server, lines };
}

export function putRules(server: StorageServer, content: string): Promise<Response> {
  const body = JSON.stringify({ rules: { files: [{ name: 'storage.rules', content }] } });
  return fetch(`${server.url}/internal/setRules`, { method: 'PUT', body });
}

const privateKey = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;

export type AdminBucket = ReturnType<ReturnType<typeof getStorage>['bucket']>;

let made = 0;

/** The real admin SDK. */
export interface AdminStorage {
  readonly app: App;
  readonly bucket: AdminBucket;
  close(): Promise<void>;
}

/** `signer`: the account that signs URLs; absent = one that nobody knows. */
export function adminStorage(
  server: StorageServer,
  signer: { readonly clientEmail: string; readonly privateKey: string } = {
    clientEmail: 'test@demo-busker.iam.gserviceaccount.com',
    privateKey: privateKey(),
  },
): AdminStorage {
  process.env['FIREBASE_STORAGE_EMULATOR_HOST'] = `${server.host}:${server.port}`;
  process.env['STORAGE_EMULATOR_HOST'] = server.url;
  const credential = cert({ projectId: 'demo-busker', ...signer });
  const app: App = initializeApp({ projectId: 'demo-busker', credential }, `storage-${made++}`);
  return { app, bucket: getStorage(app).bucket(bucketName), close: () => deleteApp(app) };
}

/** An unsigned ID token, as from the Auth emulator. */
export function tokenOf(uid: string): string {
  const part = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString('base64url');
  return `Firebase ${part({ alg: 'none' })}.${part({ sub: uid, user_id: uid })}.`;
}
