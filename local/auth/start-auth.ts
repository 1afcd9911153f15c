import { createServer, type RequestListener } from 'node:http';
import { createApp } from 'firebase-tools/lib/emulator/auth/server.js';
import type { AgentProjectState } from 'firebase-tools/lib/emulator/auth/state.js';
import { closeServer, listenOnLoopback, loopbackRefusal } from '../loopback';
import { openAccountFile } from './account-file';
import { newMessages, type AuthMessage } from './outbox';
import { slimApi } from './slim-api';

export type { AuthMessage } from './outbox';

export interface AuthOptions {
  /** 0 takes a free port. */
  readonly port: number;
  readonly projectId: string;
  /** Where accounts.json lies; made when it is not there. */
  readonly dataDir: string;
  /** A mail or a text message that the hosted service would have sent. */
  readonly onMessage?: (message: AuthMessage) => void;
  /** How long a change may wait before it is on disk. */
  readonly writeDelayMs?: number;
}

export interface LocalAuth {
  readonly url: string;
  readonly port: number;
  /** Resolves when every change so far is on disk, without waiting for the delay. */
  saved(): Promise<void>;
  close(): Promise<void>;
}

slimApi();

/**
 * Firebase Authentication on this machine: the Auth emulator of firebase-tools inside this process, with accounts that are
 * there again after a restart, and closed to everything but this machine's own pages.
 */
export async function startAuth({
  port,
  projectId,
  dataDir,
  onMessage = () => undefined,
  writeDelayMs = 1000,
}: AuthOptions): Promise<LocalAuth> {
  const file = await openAccountFile(dataDir, projectId, {
    delayMs: writeDelayMs,
    onFailure: (error) => console.error('Auth: the accounts could not be written, trying again.', error),
  });
  const app = await createApp(projectId, 0, new Map<string, AgentProjectState>([[projectId, file.state]]));
  const messages = newMessages(file.state);
  const server = createServer(
    guarded(app, () => {
      file.touch();
      for (const message of messages.next()) onMessage(message);
    }),
  );
  const taken = await listenOnLoopback(server, port, {
    name: 'the Auth emulator',
    setting: 'FIREBASE_AUTH_EMULATOR_HOST',
  });
  return {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    saved: () => file.saved(),
    close: async () => {
      await closeServer(server);
      await file.close();
    },
  };
}

function guarded(app: RequestListener, afterwards: () => void): RequestListener {
  return (request, response) => {
    const refusal = loopbackRefusal(request.headers);
    if (refusal) {
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(`${refusal}\n`);
      return;
    }
    if (request.method !== 'GET' && request.method !== 'OPTIONS') response.once('close', afterwards);
    app(request, response);
  };
}
