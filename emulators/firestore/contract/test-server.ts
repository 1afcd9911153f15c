import { generateKeyPairSync } from 'node:crypto';
import { cert, deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, initializeFirestore } from 'firebase-admin/firestore';
import { loadRules } from '@busker/rules-engine/load-rules';
import { type FirestoreOptions, type FirestoreServer, startFirestore } from '../start-firestore';

export interface TestServer extends FirestoreServer {
  readonly lines: string[];
}

/** A server on a free port that records its log; rules are set by the control path. */
export async function startTestServer(
  options: Partial<FirestoreOptions> & { rules?: string } = {},
): Promise<TestServer> {
  const lines: string[] = [];
  const { rules, ...rest } = options;
  const server = await startFirestore({
    projectId: 'demo-test',
    dataDir: null,
    rulesFile: null,
    loadRules,
    log: (line) => lines.push(line),
    ...rest,
  });
  if (rules !== undefined) await putRules(server, rules);
  return { ...server, lines };
}

export async function putRules(server: FirestoreServer, content: string): Promise<Response> {
  return fetch(`${server.url}/emulator/v1/projects/demo-test:securityRules`, {
    method: 'PUT',
    body: JSON.stringify({ rules: { files: [{ name: 'firestore.rules', content }] } }),
  });
}

/** Rules for tests of other things than rules: everything is allowed. */
export const OPEN_RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /{path=**} { allow read, write: if true; }
  }
}`;

/** The admin SDK's REST transport needs a key even for a local server; this one is generated. */
const privateKey = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;

export interface AdminClient {
  readonly db: Firestore;
  close(): Promise<void>;
}

let made = 0;

/**
 * The real admin SDK, over REST or over gRPC.
 *
 * @param authorization of another caller than the administrator; the rules then decide
 */
export function adminClient(
  server: FirestoreServer,
  transport: 'rest' | 'grpc',
  authorization?: string,
): AdminClient {
  process.env['FIRESTORE_EMULATOR_HOST'] = `${server.host}:${server.port}`;
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const credential = cert({
    projectId: 'demo-test',
    clientEmail: 'test@demo-test.iam.gserviceaccount.com',
    privateKey: privateKey(),
  });
  const app = initializeApp({ projectId: 'demo-test', credential }, `admin-${made++}`);
  const db = initializeFirestore(app, { preferRest: transport === 'rest' });
  db.settings({
    ignoreUndefinedProperties: true,
    ...(authorization !== undefined && { customHeaders: { Authorization: authorization } }),
  });
  return {
    db,
    async close() {
      await db.terminate();
      await deleteApp(app);
    },
  };
}
