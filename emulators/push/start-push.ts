import { createECDH, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';
import { writeFileAtomically } from '@busker/emulators/data-folder';
import { browserScript } from '@busker/emulators/browser-script';
import { controlServer } from '@busker/emulators/control';
import { closeServer, listenOnLoopback, loopbackRefusal } from '@busker/emulators/loopback';
import { decryptPush, vapidFault, type Receiver } from './web-push';

const text = v.string();
const stored = v.record(text, v.object({ privateKey: text, auth: text, vapidKey: text }));
type Stored = v.InferOutput<typeof stored>;

interface KnownSubscription {
  readonly receiver: Receiver;
  /** The key of the application server, which must sign each message. */
  readonly vapidKey: string;
}

interface MadeSubscription {
  readonly id: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** The subscriptions, kept in a file over restarts. A browser keeps its private key itself; here the push service has it, because it decrypts. */
async function openSubscriptions(file: string) {
  let all: Stored = existsSync(file) ? v.parse(stored, JSON.parse(await readFile(file, 'utf8'))) : {};
  const save = (changed: Stored) => {
    all = changed;
    return writeFileAtomically(file, `${JSON.stringify(all, null, 2)}\n`);
  };
  return {
    async add(vapidKey: string): Promise<MadeSubscription> {
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys('base64url');
      const [id, auth] = [randomBytes(18).toString('base64url'), randomBytes(16).toString('base64url')];
      await save({ ...all, [id]: { privateKey: keys.getPrivateKey('base64url'), auth, vapidKey } });
      return { id, keys: { p256dh, auth } };
    },
    find(id: string): KnownSubscription | null {
      const found = Object.hasOwn(all, id) ? all[id] : undefined;
      if (found === undefined) return null;
      const keys = createECDH('prime256v1');
      keys.setPrivateKey(Buffer.from(found.privateKey, 'base64url'));
      return { receiver: { keys, auth: Buffer.from(found.auth, 'base64url') }, vapidKey: found.vapidKey };
    },
    clear: () => save({}),
    async remove(id: string): Promise<void> {
      await save(Object.fromEntries(Object.entries(all).filter(([known]) => known !== id)));
    },
  };
}

interface PushOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** The file of the subscriptions. */
  readonly file: string;
}

/** A message that was sent to a subscription, decrypted. */
export interface ArrivedPush {
  readonly id: string;
  readonly text: string;
  readonly urgency: string;
  readonly topic: string | null;
}

export interface LocalPush {
  /** `http://127.0.0.1:8095` */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** The address of the script that stands for the browser's own PushManager. */
export const pushScriptPath = '/push-manager.js';

const wanted = v.object({ vapidKey: v.pipe(v.string(), v.regex(/^[\w-]{87}$/)) });
/** The next requests to `/p/{id}` get this status, or wait so long (milliseconds). */
const faults = v.object({
  status: v.optional(v.picklist([400, 403, 404, 410, 413, 429, 500, 503]), 500),
  times: v.optional(v.number(), 1),
  wait: v.optional(v.number(), 0),
  retryAfter: v.optional(v.string()),
});
type Faults = v.InferOutput<typeof faults>;

const mostBytes = 4096;
const keptMessages = 200;

/** A push service as RFC 8030 has it, on this machine: it checks each message as a browser vendor's service does, and decrypts it as a browser does. */
export async function startPush({ port, file }: PushOptions): Promise<LocalPush> {
  const subscriptions = await openSubscriptions(file);
  const arrived: ArrivedPush[] = [];
  const listeners = new Map<string, Set<ServerResponse>>();
  let fault: Faults | null = null;
  let origin = '';

  const isFaulty = async (response: ServerResponse): Promise<boolean> => {
    const now = fault;
    if (now === null || now.times <= 0) return false;
    fault = { ...now, times: now.times - 1 };
    if (now.wait > 0) await new Promise((resolve) => setTimeout(resolve, now.wait));
    if (now.retryAfter !== undefined) response.setHeader('retry-after', now.retryAfter);
    answer(response, now.status, 'A fault that was asked for.');
    return true;
  };

  const receive = async (id: string, request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    if (await isFaulty(response)) return;
    const known = subscriptions.find(id);
    if (known === null) return answer(response, 410, 'This subscription does not exist any more.');
    const refusal = refusalOf(request, body, known, origin);
    if (refusal !== null) return answer(response, refusal.status, refusal.text);
    let text: string;
    try {
      text = decryptPush(body, known.receiver);
    } catch (error) {
      return answer(response, 400, `The message cannot be decrypted: ${String(error)}`);
    }
    const { urgency = 'normal', topic = null } = request.headers;
    arrived.push({ id, text, urgency: String(urgency), topic: topic === null ? null : String(topic) });
    arrived.splice(0, arrived.length - keptMessages);
    for (const listener of listeners.get(id) ?? []) listener.write(`data: ${JSON.stringify(text)}\n\n`);
    response.setHeader('location', `${origin}/m/${arrived.length}`);
    answer(response, 201, '');
  };

  const listen = (id: string, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': listening\n\n');
    const all = listeners.get(id) ?? new Set();
    listeners.set(id, all.add(response));
    response.on('close', () => all.delete(response));
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = loopbackRefusal(request.headers);
    if (refusal !== null) return answer(response, 403, refusal);
    // Only pages of this machine get so far.
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
    response.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
    response.setHeader('access-control-allow-headers', 'content-type');
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    const [path = ''] = (request.url ?? '').split('?');
    const id = /^\/p\/([\w-]+)$/.exec(path)?.[1];
    switch (`${request.method} ${id === undefined ? path : '/p'}`) {
      case 'POST /p':
        return receive(id ?? '', request, response);
      case 'GET /p':
        return listen(id ?? '', response);
      case 'DELETE /p':
        await subscriptions.remove(id ?? '');
        return answer(response, 204, '');
      case 'POST /subscribe': {
        const parsed = v.safeParse(wanted, await readJson(request));
        if (!parsed.success) return answer(response, 400, 'The key of the application server is missing.');
        const made = await subscriptions.add(parsed.output.vapidKey);
        return sendJson(response, 201, { endpoint: `${origin}/p/${made.id}`, keys: made.keys });
      }
      case `GET ${pushScriptPath}`:
        response.setHeader('content-type', 'text/javascript');
        return void response.end(await browserScript(new URL('browser/push-manager.ts', import.meta.url)));
      case 'GET /__push/messages':
        return sendJson(response, 200, arrived);
      case 'POST /__push/faults': {
        const parsed = v.safeParse(faults, await readJson(request));
        if (!parsed.success) return answer(response, 400, 'The fault is unknown.');
        fault = parsed.output;
        return answer(response, 204, '');
      }
      default:
        return request.method === 'OPTIONS'
          ? answer(response, 204, '')
          : answer(response, 404, 'There is nothing here.');
    }
  };

  const reset = (): Promise<void> => {
    arrived.length = 0;
    fault = null;
    return subscriptions.clear();
  };
  const about = 'deletes all subscriptions, the messages that arrived, and the fault';
  const host = '127.0.0.1';
  const control = controlServer({ emulator: 'push', host, controls: { reset: { about, act: reset } } });
  const server = createServer((request, response) => {
    if (control(request, response)) return;
    serve(request, response).catch((error: unknown) => answer(response, 500, String(error)));
  });
  const inUse = await listenOnLoopback(server, port, {
    name: 'the push service',
    setting: 'BUSKER_PUSH_PORT',
  });
  origin = `http://127.0.0.1:${inUse}`;
  return { url: origin, port: inUse, close: () => closeServer(server) };
}

interface Refusal {
  readonly status: number;
  readonly text: string;
}

/** What a push service checks before it takes a message. */
function refusalOf(
  { headers }: IncomingMessage,
  body: Buffer,
  { vapidKey }: KnownSubscription,
  audience: string,
): Refusal | null {
  if (!/^\d+$/.test(String(headers['ttl'] ?? ''))) return { status: 400, text: 'The header TTL is missing.' };
  if (headers['content-encoding'] !== 'aes128gcm')
    return { status: 400, text: 'The content encoding must be aes128gcm.' };
  if (body.length > mostBytes) return { status: 413, text: 'A message has at most 4,096 bytes.' };
  const rules = { audience, publicKey: vapidKey, now: Date.now() };
  const text = vapidFault(headers.authorization, rules);
  return text === null ? null : { status: 403, text };
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse((await buffer(request)).toString());
  } catch {
    return undefined;
  }
}
