import { generateKeyPairSync } from 'node:crypto';
import { cert, deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, initializeFirestore } from 'firebase-admin/firestore';
import { loadRules } from '@busker/rules-engine/load-rules';
import { type FirestoreOptions, type FirestoreServer, startFirestore } from '../start-firestore';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { launchBrowser } from '@busker/emulators/find-chromium';
import { build } from 'vite';

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

/** Exposes the SDK's browser build as `window.sdk`. */
const entryFor = (modules: readonly string[]): string =>
  `${modules.map((name, i) => `import * as m${i} from '${name}';`).join(' ')}
window.sdk = { ${modules.map((_name, i) => `...m${i}`).join(', ')} };`;

async function bundle(modules: readonly string[]): Promise<string> {
  const entry = 'virtual-entry';
  const result = await build({
    logLevel: 'error',
    configFile: false,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? `\0${entry}` : null),
        load: (id) => (id === `\0${entry}` ? entryFor(modules) : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      rollupOptions: { input: entry, output: { format: 'iife' }, preserveEntrySignatures: false },
    },
  });
  const output = Array.isArray(result) ? result[0] : result;
  if (output === undefined || !('output' in output)) throw new Error('esbuild returned no output');
  const chunk = output.output.find((part) => part.type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error('the esbuild output has no chunk');
  return chunk.code;
}

export interface BrowserPages {
  open(): Promise<Page>;
  readonly origin: string;
  close(): Promise<void>;
}

/** Pages with the real SDK in a real browser. */
export async function browserPages(
  modules: readonly string[] = ['firebase/app', 'firebase/firestore'],
): Promise<BrowserPages> {
  const script = await bundle(modules);
  const server = createServer((request, response) => {
    const isScript = request.url === '/sdk.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><title>page</title><script src="/sdk.js"></script>');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await launchBrowser();
  const context = await browser.newContext();
  return {
    origin,
    async open() {
      const page = await context.newPage();
      await page.goto(`${origin}/`);
      return page;
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
