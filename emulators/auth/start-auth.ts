import { mkdir } from 'node:fs/promises';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { controlServer } from '@busker/emulators/control';
import { lockFolder } from '@busker/emulators/data-folder';
import { closeServer, listenOnLoopback, loopbackRefusal } from '@busker/emulators/loopback';
import { newAccounts, openAccountFile } from './account-file';
import { noLetters, type AuthMessage, type LetterBox, type Outbox } from './outbox/outbox';
import { servePage } from './pages/serve-page';
import { teachTotp } from './totp';
import { createApp, type AgentProjectState } from './vendor/auth-emulator.mjs';

export type { AuthMessage } from './outbox/outbox';

interface AuthOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** The address to listen on; absent = 127.0.0.1. */
  readonly host?: string;
  readonly projectId: string;
  /** The folder of accounts.json; created when it is missing. Null keeps the accounts in memory only. */
  readonly dataDir: string | null;
  /** The page that links in emails lead to, as `action URL` in a project's email templates; else the emulator's own. */
  readonly actionUrl?: string;
  /** Called for each email or text message that the hosted service would send. */
  readonly onMessage?: (message: AuthMessage) => void;
  /** The mails of other services, which the same outbox shows. */
  readonly letters?: LetterBox;
  /** After a failed write, the pause before the next one. */
  readonly retryMs?: number;
}

export interface LocalAuth {
  readonly url: string;
  readonly port: number;
  /** The sent messages; their page is `/__local/outbox`. */
  readonly outbox: Pick<Outbox, 'list' | 'forget'>;
  close(): Promise<void>;
}

teachTotp();

/**
 * A local Firebase Authentication: firebase-tools' Auth emulator (vendor/) in this process, with accounts that survive a
 * restart, its own pages where the emulator's need the internet, and access only for programs and pages of this
 * machine.
 * @throws when another process uses the folder, the accounts cannot be read, or the port is in use
 */
export async function startAuth({
  port,
  host = '127.0.0.1',
  projectId,
  dataDir,
  actionUrl,
  onMessage = () => undefined,
  letters = noLetters,
  retryMs = 1000,
}: AuthOptions): Promise<LocalAuth> {
  if (dataDir !== null) await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = dataDir === null ? null : lockFolder(dataDir);
  const server = createServer();
  try {
    const file = await openAccountFile(dataDir, {
      projectId,
      actionUrl: actionUrl ?? null,
      retryMs,
      onFailure: (error) => console.error('Auth: the accounts could not be written, trying again.', error),
    });
    const { state, outbox } = file;
    const projects = new Map<string, AgentProjectState>([[projectId, state]]);
    const emulator = await createApp(projectId, 0, projects);
    const changed = async (): Promise<void> => {
      for (const message of outbox.news()) onMessage(message);
      await file.saved();
    };
    const reset = async (): Promise<void> => {
      projects.clear();
      projects.set(projectId, Object.assign(state, newAccounts(projectId).state));
      outbox.forget();
      await Promise.all([changed(), letters.clear()]);
    };
    const about = 'deletes accounts, tenants, codes, messages and settings of all projects';
    const control = controlServer({ emulator: 'auth', host, controls: { reset: { about, act: reset } } });
    const answer = guarded(emulator, { state, outbox, letters, changed, host });
    server.on('request', (request, response) => control(request, response) || answer(request, response));
    const taken = await listenOnLoopback(server, port, {
      name: 'the Auth emulator',
      setting: 'FIREBASE_AUTH_EMULATOR_HOST',
      host,
    });
    return {
      url: `http://${host}:${taken}`,
      port: taken,
      outbox,
      close: async () => {
        await closeServer(server);
        await file.close().finally(() => lock?.release());
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

interface Own {
  readonly state: AgentProjectState;
  readonly outbox: Outbox;
  readonly letters: LetterBox;
  readonly changed: () => Promise<void>;
  readonly host: string;
}

function guarded(emulator: RequestListener, own: Own): RequestListener {
  return (request, response) => {
    const refusal = loopbackRefusal(request.headers, own.host);
    if (refusal) {
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(`${refusal}\n`);
      return;
    }
    if (servePage(own, request, response)) return;
    if (request.method !== 'GET' && request.method !== 'OPTIONS') holdAnswer(response, own.changed);
    emulator(request, response);
  };
}

const notKept = {
  error: {
    code: 503,
    message: 'UNAVAILABLE : The accounts could not be written to the disk.',
    status: 'UNAVAILABLE',
  },
};

/**
 * Sends the answer when `changed` has written it: whoever reads that an account was created or deleted finds it so after a crash. The
 * emulator's answers are small, so they are kept whole until then.
 */
function holdAnswer(response: ServerResponse, changed: () => Promise<void>): void {
  const parts: (string | Uint8Array)[] = [];
  const end = response.end.bind(response);
  const keep = (part: unknown, encoding: unknown): void => {
    if (typeof part === 'string' && typeof encoding === 'string')
      parts.push(Buffer.from(part, encoding as BufferEncoding));
    else if (typeof part === 'string' || part instanceof Uint8Array) parts.push(part);
  };
  const doneIn = (...given: readonly unknown[]): (() => void) | undefined =>
    given.find((each): each is () => void => typeof each === 'function');
  response.write = (part: unknown, encoding?: unknown, done?: unknown): boolean => {
    keep(part, encoding);
    const written = doneIn(encoding, done);
    if (written) process.nextTick(written);
    return true;
  };
  response.end = (part?: unknown, encoding?: unknown, done?: unknown): ServerResponse => {
    keep(part, encoding);
    const ended = doneIn(part, encoding, done);
    changed().then(
      // One text goes out with its headers.
      () => end(parts.length === 1 ? parts[0] : Buffer.concat(parts.map((each) => Buffer.from(each))), ended),
      () => {
        if (response.headersSent) return response.destroy();
        const text = JSON.stringify(notKept);
        response.removeHeader('content-length');
        response.removeHeader('etag');
        response.writeHead(503, { 'content-type': 'application/json; charset=utf-8' });
        return end(text, ended);
      },
    );
    return response;
  };
}
