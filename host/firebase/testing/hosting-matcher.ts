import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { fromFirebaseTools } from './from-firebase-tools';
import { firebaseTools } from '../installed.mjs';

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The package that firebase-tools serves Hosting with: it matches globs, order and headers as the service does. It comes with firebase-tools. */
interface Superstatic {
  default: (options: { cwd: string; config: object; stack: 'strict'; rewriters: object }) => Handler;
}

export interface HostingMatcher {
  /** Who answers a path: the name of a file, or `function <id>`. */
  answer(path: string, init?: RequestInit): Promise<{ status: number; by: string; headers: Headers }>;
  close(): Promise<void>;
}

/** The server's app, behind the function `app`. */
export interface FetchApp {
  fetch(request: Request): Response | Promise<Response>;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : undefined}`;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/**
 * Serves `files`, each holding its own name, by the `hosting` part of a firebase.json. With an `app` the rewrites to a function lead to it
 * through the proxy of firebase-tools; without one the answer is the name of the function.
 */
export async function startHostingMatcher(
  hosting: object,
  files: readonly string[],
  app?: FetchApp,
): Promise<HostingMatcher> {
  const superstatic = (await firebaseTools())('superstatic') as Superstatic;
  const { proxyRequestHandler } = await fromFirebaseTools('lib/hosting/proxy.js');
  const cwd = await mkdtemp(join(tmpdir(), 'busker-hosting-'));
  for (const file of files) {
    await mkdir(dirname(join(cwd, file)), { recursive: true });
    await writeFile(join(cwd, file), file);
  }
  const behind =
    app === undefined
      ? null
      : createServer(getRequestListener((request) => app.fetch(request), { overrideGlobalObjects: false }));
  const appUrl = behind === null ? null : await listen(behind);
  const byFunction = ({ function: { functionId } }: { function: { functionId: string } }) =>
    Promise.resolve(
      appUrl === null
        ? (_: IncomingMessage, response: ServerResponse) => response.end(`function ${functionId}`)
        : proxyRequestHandler(appUrl, functionId),
    );
  const handle = superstatic.default({
    cwd,
    config: { ...hosting, public: '.' },
    // As the CLI starts it: only files, headers and rewrites, and nothing of its own.
    stack: 'strict',
    rewriters: { function: byFunction },
  });
  const server = createServer((request, response) =>
    handle(request, response, () => {
      response.statusCode = 404;
      response.end();
    }),
  );
  const url = await listen(server);
  return {
    async answer(path, init) {
      const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init });
      return { status: response.status, by: await response.text(), headers: response.headers };
    },
    async close() {
      await close(server);
      if (behind !== null) await close(behind);
      await rm(cwd, { recursive: true, force: true });
    },
  };
}
