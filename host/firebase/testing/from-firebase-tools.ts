import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { firebaseTools } from '../installed.mjs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getRequestListener } from '@hono/node-server';

// The parts of firebase-tools that the deploy checks use; it ships no types. The tests beside this file and e2e/deploy.spec.ts show at once when an update
// moves any of this.

declare class Config {
  /** Takes the content of a firebase.json. */
  constructor(source: object, options: { cwd: string; projectDir: string });
  /** Reads firebase.json as every command does. */
  static load(options: { cwd: string; configPath: string }): Config;
}

interface HostingRewrite {
  source?: string;
  regex?: string;
  destination?: string;
  function?: { functionId: string; region?: string; pinTag?: boolean };
}
interface HostingHeaders {
  source?: string;
  regex?: string;
  headers: { key: string; value: string }[];
}
/** The `hosting` part of firebase.json, checked and normalised, a site each. */
declare function hostingConfig(options: {
  config: Config;
  project: string;
  projectId: string;
  site: string;
  cwd: string;
}): { site: string; public: string; headers: HostingHeaders[]; rewrites: HostingRewrite[] }[];

declare class FirestoreApi {
  /** Throws on an index file that the service would refuse. */
  validateSpec(spec: unknown): void;
}

interface DiscoveredEndpoint {
  platform: string;
  entryPoint: string;
  httpsTrigger?: { invoker?: string[] };
  scheduleTrigger?: { schedule: string };
  taskQueueTrigger?: { rateLimits?: { maxDispatchesPerSecond?: number; maxConcurrentDispatches?: number } };
  availableMemoryMb?: number;
  timeoutSeconds?: number;
  secretEnvironmentVariables?: { key: string }[];
}
/** Asks a running functions SDK which functions there are, as `firebase deploy` does. */
declare function detectFromPort(
  port: number,
  projectId: string,
  runtime: string,
  initialDelay?: number,
  timeout?: number,
): Promise<{ endpoints: Record<string, DiscoveredEndpoint>; requiredAPIs: { api: string }[] }>;

/** What the Hosting emulator answers for a rewrite to a function: the function's answer, with the headers that Hosting changes. */
declare function proxyRequestHandler(
  url: string,
  rewriteIdentifier: string,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => Promise<void>;

/** The price in US dollars a month of the instances that always run. */
declare function monthlyMinInstanceCost(
  endpoints: readonly {
    platform: 'gcfv2';
    region: string;
    minInstances: number;
    availableMemoryMb: number;
    cpu: number;
  }[],
): number;

interface Files {
  readonly 'lib/config.js': { readonly Config: typeof Config };
  readonly 'lib/hosting/config.js': { readonly hostingConfig: typeof hostingConfig };
  readonly 'lib/firestore/api.js': { readonly FirestoreApi: typeof FirestoreApi };
  readonly 'lib/deploy/functions/runtimes/discovery/index.js': {
    readonly detectFromPort: typeof detectFromPort;
  };
  readonly 'lib/hosting/proxy.js': { readonly proxyRequestHandler: typeof proxyRequestHandler };
  readonly 'lib/deploy/functions/pricing.js': {
    readonly monthlyMinInstanceCost: typeof monthlyMinInstanceCost;
  };
}

/** What a file of firebase-tools exports. */
export async function fromFirebaseTools<File extends keyof Files>(file: File): Promise<Files[File]> {
  const tools = await firebaseTools();
  return tools(`firebase-tools/${file}`) as Files[File];
}

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
