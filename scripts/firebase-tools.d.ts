// The parts of firebase-tools that the deploy checks use; it ships no types. The version is pinned exactly in package.json; firebase-config.test.ts
// and e2e/deploy.spec.ts show at once when an update moves any of this.

declare module 'firebase-tools/lib/config.js' {
  export class Config {
    /** Takes the content of a firebase.json. */
    constructor(source: object, options: { cwd: string; projectDir: string });
    /** Reads firebase.json as every command does. */
    static load(options: { cwd: string; configPath: string }): Config;
  }
}

declare module 'firebase-tools/lib/hosting/config.js' {
  import type { Config } from 'firebase-tools/lib/config.js';

  export interface HostingRewrite {
    source?: string;
    regex?: string;
    destination?: string;
    function?: { functionId: string; region?: string; pinTag?: boolean };
  }
  export interface HostingHeaders {
    source?: string;
    regex?: string;
    headers: { key: string; value: string }[];
  }
  /** The `hosting` part of firebase.json, checked and normalised, a site each. */
  export function hostingConfig(options: {
    config: Config;
    project: string;
    projectId: string;
    site: string;
    cwd: string;
  }): { site: string; public: string; headers: HostingHeaders[]; rewrites: HostingRewrite[] }[];
}

declare module 'firebase-tools/lib/firestore/api.js' {
  export class FirestoreApi {
    /** Throws on an index file that the service would refuse. */
    validateSpec(spec: unknown): void;
  }
}

declare module 'firebase-tools/lib/deploy/functions/runtimes/discovery/index.js' {
  export interface DiscoveredEndpoint {
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
  export function detectFromPort(
    port: number,
    projectId: string,
    runtime: string,
    initialDelay?: number,
    timeout?: number,
  ): Promise<{ endpoints: Record<string, DiscoveredEndpoint>; requiredAPIs: { api: string }[] }>;
}

declare module 'firebase-tools/lib/hosting/proxy.js' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** What the Hosting emulator answers for a rewrite to a function: the function's answer, with the headers that Hosting changes. */
  export function proxyRequestHandler(
    url: string,
    rewriteIdentifier: string,
  ): (request: IncomingMessage, response: ServerResponse, next: () => void) => Promise<void>;
}

declare module 'firebase-tools/lib/deploy/functions/pricing.js' {
  /** The price in US dollars a month of the instances that always run. */
  export function monthlyMinInstanceCost(
    endpoints: readonly {
      platform: 'gcfv2';
      region: string;
      minInstances: number;
      availableMemoryMb: number;
      cpu: number;
    }[],
  ): number;
}
