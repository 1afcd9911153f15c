import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAuth } from '@busker/emulator-auth/start-auth';
import { apiSpec } from '@busker/emulator-auth/vendor/auth-emulator';
import { startFirestore } from '@busker/emulator-firestore/start-firestore';
import { startPush } from '@busker/emulator-push/start-push';
import { loadRules } from '@busker/rules-engine/load-rules';
import { startStorage } from '@busker/emulator-storage/start-storage';
import { CONTROLS } from '@busker/emulator-stripe/control/all-controls';
import { ALL_ROUTES } from '@busker/emulator-stripe/routes/all-routes';
import { startStripeSandbox } from '@busker/emulator-stripe/start-stripe-sandbox';
import { type Json, root } from './compare';

/** A request, and what else it sends: a line such as `POST /subscribe`. */
type Ask = string | readonly [line: string, init: RequestInit];

const asOwner = { headers: { authorization: 'Bearer owner' } };
const json = (body: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
  body: JSON.stringify(body),
});

/** What each emulator has. */
const controls = ['GET /__control', 'POST /__control/reset', 'POST /__control/nothing', 'DELETE /__control'];

/** The status and the type of the answer to each request, one after the other. */
async function answersTo(url: string, asks: readonly Ask[]): Promise<Json> {
  const rows: (readonly [string, string])[] = [];
  for (const ask of asks) {
    const [line, init] = typeof ask === 'string' ? [ask, {}] : ask;
    const [method = 'GET', path = '/'] = line.split(' ');
    const response = await fetch(url + path, { method, redirect: 'manual', ...init });
    await response.body?.cancel();
    const type = response.headers.get('content-type')?.split(';', 1)[0] ?? 'no type';
    rows.push([line, `${response.status} ${type}`]);
  }
  return Object.fromEntries(rows);
}

/** What a server answers, which is closed after that. */
async function ofServer<S extends { readonly url: string; close(): Promise<unknown> }>(
  starting: Promise<S>,
  asks: readonly Ask[],
): Promise<Json> {
  const server = await starting;
  try {
    return await answersTo(server.url, asks);
  } finally {
    await server.close();
  }
}

/** The operations of the identity toolkit's API that the server for sign-ins has, after it has left out those that do nothing. */
function authOperations(): Json {
  const methods = ['get', 'post', 'put', 'patch', 'delete'];
  return Object.entries(apiSpec.paths)
    .flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => methods.includes(method))
        .map((method) => `${method.toUpperCase()} ${path}`),
    )
    .toSorted();
}

async function auth(dataDir: string): Promise<Json> {
  const answers = await ofServer(startAuth({ port: 0, projectId: 'demo-record', dataDir }), [
    'GET /',
    'GET /emulator/auth/handler',
    'GET /emulator/auth/iframe',
    'GET /emulator/action',
    'GET /__local/outbox',
    'GET /__local/outbox/messages',
    'GET /__local/google-api.js',
    'POST /__local/outbox/clear',
    'GET /emulator/v1/projects/demo-record/config',
    'GET /emulator/v1/projects/demo-record/oobCodes',
    'GET /emulator/v1/projects/demo-record/verificationCodes',
    ['DELETE /emulator/v1/projects/demo-record/accounts', asOwner],
    ['POST /identitytoolkit.googleapis.com/v1/accounts:signUp?key=k', json({})],
    ...controls,
    'GET /nothing/here',
  ]);
  return { operations: authOperations(), answers };
}

const documents = '/v1/projects/demo-record/databases/(default)/documents';

function firestore(): Promise<Json> {
  const server = startFirestore({
    port: 0,
    projectId: 'demo-record',
    dataDir: null,
    rulesFile: `${root}rules/firestore.rules`,
    loadRules,
    log: () => undefined,
  });
  const database = 'projects/demo-record/databases/(default)';
  const query = { structuredQuery: { from: [{ collectionId: 'things' }] } };
  return ofServer(server, [
    'GET /',
    [`POST ${documents}/things?documentId=a`, json({ fields: {} })],
    [`GET ${documents}/things/a`, asOwner],
    [`GET ${documents}/things`, asOwner],
    [`PATCH ${documents}/things/a`, json({ fields: {} })],
    [`POST ${documents}:batchGet`, json({ documents: [`${database}/documents/things/a`] })],
    [`POST ${documents}:commit`, json({ writes: [] })],
    [`POST ${documents}:beginTransaction`, json({})],
    [`POST ${documents}:rollback`, json({})],
    [`POST ${documents}:batchWrite`, json({ writes: [] })],
    [`POST ${documents}:runQuery`, json(query)],
    [
      `POST ${documents}:runAggregationQuery`,
      json({ structuredAggregationQuery: { ...query, aggregations: [{ count: {} }] } }),
    ],
    [`POST ${documents}:partitionQuery`, json(query)],
    [`POST ${documents}:listCollectionIds`, json({})],
    [`GET ${documents}:listDocuments`, asOwner],
    [`POST ${documents}:executePipeline`, json({})],
    [`DELETE ${documents}/things/a`, asOwner],
    ['POST /google.firestore.v1.Firestore/Listen/channel', {}],
    ['POST /google.firestore.v1.Firestore/Write/channel', {}],
    ['PUT /emulator/v1/projects/demo-record:securityRules', json({})],
    ['DELETE /emulator/v1/projects/demo-record/databases/(default)/documents', asOwner],
    'POST /reset',
    'POST /emulator/v1/projects/demo-record:export',
    ...controls,
    'GET /nothing/here',
  ]);
}

async function stripe(): Promise<Json> {
  const server = startStripeSandbox({
    port: 0,
    stateFile: null,
    secretKey: 'sk_test_sandbox_record',
    publishableKey: 'pk_test_sandbox_record',
    webhooks: [],
  });
  const routes = ALL_ROUTES.map(({ access, method, pattern, names }): readonly [string, string] => [
    `${method} ${pattern} (${access})`,
    names.toSorted().join(', '),
  ]);
  return {
    routes: Object.fromEntries(routes.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    controls: Object.keys(CONTROLS).toSorted(),
    answers: await ofServer(server, [
      'GET /',
      'GET /stripe.js',
      'GET /scripts/card-frame.js',
      'GET /scripts/challenge-page.js',
      'GET /scripts/checkout-page.js',
      'GET /scripts/inspector-page.js',
      'GET /scripts/saved-card-page.js',
      'GET /frame/card',
      'GET /sandbox/3ds/pi_none',
      'GET /sandbox/code/src_none.svg',
      'GET /c/pay/cs_test_none',
      'GET /receipts/ch_none',
      'GET /connect/setup/none',
      'GET /i/test_none',
      'GET /p/session/test_none',
      'GET /p/login/test_none',
      'GET /__sandbox/clock',
      'GET /v1/balance',
      'GET /v1/nothing',
      ...controls,
    ]),
  };
}

function storage(dataDir: string): Promise<Json> {
  const server = startStorage({
    port: 0,
    dataDir,
    rulesFile: `${root}rules/storage.rules`,
    loadRules,
    log: () => undefined,
  });
  const bucket = 'demo-record.appspot.com';
  const text = { headers: { 'content-type': 'text/plain', authorization: 'Bearer owner' }, body: 'a' };
  return ofServer(server, [
    'GET /',
    [`POST /upload/storage/v1/b/${bucket}/o?uploadType=media&name=a.txt`, text],
    [`POST /upload/storage/v1/b/${bucket}/o?uploadType=resumable&name=b.txt`, json({})],
    [`GET /storage/v1/b/${bucket}`, asOwner],
    [`GET /storage/v1/b/${bucket}/o`, asOwner],
    [`GET /storage/v1/b/${bucket}/o/a.txt`, asOwner],
    [`GET /b/${bucket}/o/a.txt`, asOwner],
    [`GET /download/storage/v1/b/${bucket}/o/a.txt?alt=media`, asOwner],
    [`PATCH /storage/v1/b/${bucket}/o/a.txt`, json({ metadata: { a: 'b' } })],
    [`POST /storage/v1/b/${bucket}/o/a.txt/rewriteTo/b/${bucket}/o/c.txt`, json({})],
    [`GET /v0/b/${bucket}/o`, asOwner],
    [`GET /v0/b/${bucket}/o/a.txt`, asOwner],
    [`GET /v0/b/${bucket}/o/a.txt?alt=media`, asOwner],
    [`POST /v0/b/${bucket}/o?name=d.txt`, text],
    [`PATCH /v0/b/${bucket}/o/a.txt`, json({})],
    [`DELETE /v0/b/${bucket}/o/a.txt`, asOwner],
    [`DELETE /storage/v1/b/${bucket}/o/c.txt`, asOwner],
    [`GET /${bucket}/d.txt`, asOwner],
    ['PUT /internal/setRules', json({})],
    'POST /internal/reset',
    'GET /internal/nothing',
    ...controls,
  ]);
}

function push(folder: string): Promise<Json> {
  const server = startPush({ port: 0, file: join(folder, 'subscriptions.json') });
  const vapidKey = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';
  return ofServer(server, [
    ['POST /subscribe', json({ vapidKey })],
    ['POST /subscribe?without-a-key', json({})],
    ['POST /p/none', { body: 'a' }],
    'GET /p/none',
    'DELETE /p/none',
    'GET /push-manager.js',
    'GET /__push/messages',
    ['POST /__push/faults', json({})],
    'OPTIONS /anything',
    ...controls,
    'GET /nothing/here',
  ]);
}

/** What each emulator offers: its table of endpoints where it has one, and how it answers a request to each other. */
export async function emulatorEndpoints(): Promise<Json> {
  const folder = await mkdtemp(join(tmpdir(), 'busker-record-'));
  try {
    return {
      auth: await auth(join(folder, 'auth')),
      firestore: await firestore(),
      storage: await storage(join(folder, 'storage')),
      stripe: await stripe(),
      push: await push(folder),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
