import type { IncomingMessage, ServerResponse } from 'node:http';
import { firebaseTools } from '../installed.mjs';

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
