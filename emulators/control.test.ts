import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request as send, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start as startAuth } from '@busker/emulator-auth/standalone';
import { start as startFirestore } from '@busker/emulator-firestore/standalone';
import { startPush } from '@busker/emulator-push/start-push';
import { start as startStorage } from '@busker/emulator-storage/standalone';
import { start as startStripe } from '@busker/emulator-stripe/standalone';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import kit from './package.json' with { type: 'json' };

/** `POST /path`, and the JSON that it sends. */
type Ask = readonly [line: string, body?: unknown];

interface Controlled {
  readonly start: (data: string) => Promise<{ readonly url: string; stop(): Promise<void> }>;
  /** Each makes something with the word "ada" in it. */
  readonly fill: readonly Ask[];
  /** Their answers have that word as long as it is there. */
  readonly tell: readonly Ask[];
}

const accounts = '/identitytoolkit.googleapis.com/v1/projects/demo-project/accounts';
const people = '/v1/projects/demo-project/databases/(default)/documents/people';
const ofOther = (path: string): string => path.replace('demo-project', 'other-project');
const vapidKey = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';
const ada = { email: 'ada@example.com', password: 'secret of Ada' };

const emulators: Readonly<Record<string, Controlled>> = {
  auth: {
    start: (data) => startAuth({ data }),
    fill: [
      [`POST ${accounts}`, ada],
      [`POST ${ofOther(accounts)}`, ada],
      [`POST ${accounts}:sendOobCode`, { requestType: 'PASSWORD_RESET', email: ada.email }],
    ],
    tell: [
      [`POST ${accounts}:query`, {}],
      [`POST ${ofOther(accounts)}:query`, {}],
      ['GET /emulator/v1/projects/demo-project/oobCodes'],
      ['GET /__local/outbox/messages'],
    ],
  },
  firestore: {
    start: (data) => startFirestore({ data, log: () => undefined }),
    fill: [
      [`POST ${people}?documentId=ada`, {}],
      [`POST ${ofOther(people)}?documentId=ada`, {}],
    ],
    tell: [[`GET ${people}`], [`GET ${ofOther(people)}`]],
  },
  storage: {
    start: (data) => startStorage({ data }),
    fill: [
      ['POST /upload/storage/v1/b/pictures/o?uploadType=media&name=ada', {}],
      ['POST /upload/storage/v1/b/letters/o?uploadType=media&name=ada', {}],
    ],
    tell: [['GET /storage/v1/b/pictures/o'], ['GET /storage/v1/b/letters/o']],
  },
  stripe: {
    start: (data) => startStripe({ data }),
    fill: [['POST /__sandbox/accounts/seed', { id: 'acct_one', email: ada.email }]],
    tell: [['GET /v1/accounts/acct_one']],
  },
  push: {
    async start(data) {
      const push = await startPush({ port: 0, file: join(data, 'push.json') });
      return { url: push.url, stop: () => push.close() };
    },
    fill: [],
    tell: [],
  },
};

describe.each(Object.entries(emulators))('the controls of the emulator %s', (name, { start, fill, tell }) => {
  let data = '';
  let running: Awaited<ReturnType<Controlled['start']>>;

  async function ask([line, body]: Ask, headers: Readonly<Record<string, string>> = {}) {
    const [method = '', path = ''] = line.split(' ');
    const token = name === 'stripe' ? 'sk_test_sandbox_local' : 'owner';
    const json = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    // fetch() may set neither Host nor Origin.
    const request = send(running.url + path, { method, headers: { ...json, ...headers } });
    request.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const text = Buffer.concat(await response.toArray()).toString();
    return { status: response.statusCode, allow: response.headers.allow, text };
  }
  const told = async (): Promise<boolean[]> => {
    const all: boolean[] = [];
    for (const each of tell) all.push(/\bada\b/i.test((await ask(each)).text));
    return all;
  };

  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'busker-control-'));
    running = await start(data);
    for (const each of fill) await ask(each);
  });
  afterEach(async () => {
    await running.stop();
    await rm(data, { recursive: true });
  });

  it('say at GET /__control which emulator this is, its version, and what it can be asked', async () => {
    const { status, text } = await ask(['GET /__control']);
    expect({ status, json: JSON.parse(text) as unknown }).toEqual({
      status: 200,
      json: {
        emulator: name,
        version: kit.version,
        controls: expect.arrayContaining([
          { control: 'POST /__control/reset', does: expect.any(String) as string },
        ]) as unknown,
      },
    });
  });

  it('delete everything at POST /__control/reset, also for the next start with the same folder', async () => {
    expect(await told()).toEqual(tell.map(() => true));
    expect((await ask(['POST /__control/reset'])).status).toBeLessThan(300);
    expect(await told()).toEqual(tell.map(() => false));
    await running.stop();
    running = await start(data);
    expect(await told()).toEqual(tell.map(() => false));
  });

  it.each([
    ['POST /__control/rest', 404, 'There is no control "rest". GET /__control lists those of this emulator.'],
    ['POST /__control/constructor', 404, 'There is no control "constructor".'],
    ['GET /__control/reset', 405, 'Use POST for /__control/reset.'],
    ['DELETE /__control', 405, 'Use GET for /__control.'],
    ['OPTIONS /__control/reset', 405, 'Use POST for /__control/reset.'],
  ])('answer %s with %i and one sentence', async (line, status, sentence) => {
    const answer = await ask([line]);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toEqual({ error: expect.stringContaining(sentence) as string });
    expect(answer.allow).toBe(status === 405 ? /POST|GET/.exec(sentence)?.[0] : undefined);
    expect(await told()).toEqual(tell.map(() => true));
  });

  it.each([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page of another server on this machine', { origin: 'http://localhost:1' }],
    ['a page without an origin', { origin: 'null' }],
    ['a link in another site', { 'sec-fetch-site': 'cross-site' }],
    ['a name that another site points at this machine', { host: 'evil.example' }],
  ])('refuse %s, and delete nothing', async (_who, headers) => {
    for (const line of ['GET /__control', 'POST /__control/reset'])
      expect((await ask([line], headers)).status).toBe(403);
    expect(await told()).toEqual(tell.map(() => true));
  });

  it('answer a page of this server itself', async () => {
    const { origin } = new URL(running.url);
    const headers = { origin, 'sec-fetch-site': 'same-origin' };
    expect((await ask(['POST /__control/reset'], headers)).status).toBeLessThan(300);
  });

  it.runIf(name === 'storage')('delete an upload that is not finished, with its bytes', async () => {
    await ask(['POST /upload/storage/v1/b/pictures/o?uploadType=resumable&name=later', {}]);
    expect(await readdir(join(data, 'uploads'))).toHaveLength(2);
    await ask(['POST /__control/reset']);
    expect(await readdir(join(data, 'uploads'))).toEqual([]);
  });

  it.runIf(name === 'auth')('set the settings of sign-ins to those of a new project', async () => {
    const config = '/emulator/v1/projects/demo-project/config';
    const before = (await ask([`GET ${config}`])).text;
    await ask([`PATCH ${config}`, { signIn: { allowDuplicateEmails: true } }]);
    expect((await ask([`GET ${config}`])).text).not.toBe(before);
    await ask(['POST /__control/reset']);
    expect((await ask([`GET ${config}`])).text).toBe(before);
  });

  it.runIf(name === 'push')('delete the subscriptions and a fault that was asked for', async () => {
    const made = JSON.parse((await ask(['POST /subscribe', { vapidKey }])).text) as { endpoint: string };
    const line = `POST ${new URL(made.endpoint).pathname}`;
    await ask(['POST /__push/faults', { status: 503 }]);
    await ask(['POST /__control/reset']);
    expect((await ask([line, {}])).status).toBe(410);
  });
});
