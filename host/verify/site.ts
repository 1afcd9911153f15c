import type { AllowedOrigins } from '@busker/core/web/route-headers';
import type { Store } from '@busker/functions/store/store';
import type { Planned } from '../ops/ops-plan';
import type { DeclaredIndexes, LiveFunctions, Reply, StoreIndexes } from '../installation/google';
import type { StripeRest } from '../installation/stripe';
import { createHash } from 'node:crypto';
import * as v from 'valibot';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
}

/** The access that verify has besides public requests; null = no credentials. */
export interface Insight {
  readonly store: Store;
  /** The signing secrets of the webhook, and the mode of Stripe's keys; null = not given. */
  readonly webhook: { readonly secrets: readonly string[]; readonly livemode: boolean } | null;
  /** The share of tips that the host keeps, in hundredths of a percent; null = not known. */
  readonly shareBps: number | null;
  /** null = the installation runs on this machine. */
  readonly platform: Platform | null;
}

/** Access to what Google and Stripe know about an installation. */
export interface Platform {
  readonly functions: LiveFunctions;
  /** null = no Stripe key was given. */
  readonly stripe: StripeRest | null;
  readonly mode: 'single' | 'connect';
  /** The indexes and expiry policies that rules/firestore.indexes.json declares, and those that the database has. */
  readonly indexes: {
    readonly declared: DeclaredIndexes;
    readonly read: () => Promise<Reply<StoreIndexes>>;
  };
  /** Compares the project with host/ops/; null = the settings in .env are not complete, or of another project. */
  readonly ops: (() => Promise<readonly Planned[]>) | null;
}

/** The installation that is verified. */
export interface Site {
  /** `https://busker.example` */
  readonly origin: string;
  /** Is the installation on this machine? It has no edge there. */
  readonly isLocal: boolean;
  /** Does a server process answer (`busker server`)? It has no functions, and no edge in front. */
  readonly isServer?: boolean;
  /** The origins that pages may contact: pages that are files, and pages that the functions make. */
  readonly origins: { readonly files: AllowedOrigins; readonly functions: AllowedOrigins };
  /** A published profile; null = none was named. */
  readonly handle: string | null;
  readonly release: string | null;
  /** The expected region of the functions; null = any region. */
  readonly region: string | null;
  readonly insight: Insight | null;
  /** Sends a request, to a path of the site or to a whole address of one of its services. */
  ask(address: string, init?: RequestInit): Promise<Answer>;
}

/** Redirects are returned, not followed: a page that moved is not the requested page. */
export async function askWith(fetchIt: typeof fetch, url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetchIt(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
    ...init,
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() };
}

/** The result of a check. `skipped`: the check is not possible from here, or was not requested. */
export type Verdict =
  | { readonly state: 'ok'; readonly says: string }
  | { readonly state: 'fault'; readonly why: string }
  | { readonly state: 'skipped'; readonly why: string };

export interface Finding {
  readonly name: string;
  readonly verdict: Verdict;
}

export const good = (name: string, says: string): Finding => ({ name, verdict: { state: 'ok', says } });
export const bad = (name: string, why: string): Finding => ({ name, verdict: { state: 'fault', why } });
export const skipped = (name: string, why: string): Finding => ({ name, verdict: { state: 'skipped', why } });

export const judged = (name: string, fault: string | null, says: string): Finding =>
  fault === null ? good(name, says) : bad(name, fault);

export const noFunctions = 'a server process has none';
export const onlyAnEdge = 'not on this host: only an edge can show it';

const signs = { ok: 'ok  ', fault: 'FAIL', skipped: '--  ' } as const;

/** One line for a person. */
export function lineOf({ name, verdict }: Finding): string {
  return `${signs[verdict.state]} ${name}: ${verdict.state === 'ok' ? verdict.says : verdict.why}`;
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const list = v.object({ v1: v.string(), versions: v.array(v.string()) });
const hashes = v.record(v.string(), v.string());
const manifest = v.object({ integrity: hashes, files: v.optional(hashes, {}) });

const hashOf = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
const atOnce = 8;

async function faultOf(site: Site, path: string, hash: string): Promise<string | null> {
  const { status, bytes } = await site.ask(path);
  if (status !== 200) return `${path} answered ${status}`;
  return hashOf(bytes) === hash ? null : `${path} is altered`;
}

async function checkVersion(site: Site, version: string): Promise<Finding> {
  const name = `embed ${version}`;
  const parsed = v.safeParse(manifest, jsonOf((await site.ask(`/embed/${version}/manifest.json`)).text));
  if (!parsed.success) return bad(name, 'its manifest cannot be read');
  const files = Object.entries({ ...parsed.output.integrity, ...parsed.output.files });
  const waiting = [...files];
  const faults: string[] = [];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const fault = await faultOf(site, `/embed/${version}/${next[0]}`, next[1]);
      if (fault !== null) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const first = faults[0];
  return judged(
    name,
    first === undefined ? null : `${first}${faults.length > 1 ? ` and ${faults.length - 1} more` : ''}`,
    `${files.length} files with the hashes of its manifest`,
  );
}

/** Checks that every published version is complete. */
export async function checkEmbed(site: Site): Promise<readonly Finding[]> {
  const parsed = v.safeParse(list, jsonOf((await site.ask('/embed/versions.json')).text));
  if (!parsed.success) return [bad('embed', '/embed/versions.json cannot be read')];
  const findings = [
    judged(
      'embed v1',
      await faultOf(site, '/embed/v1.js', parsed.output.v1),
      'has the hash of versions.json',
    ),
  ];
  for (const version of parsed.output.versions) findings.push(await checkVersion(site, version));
  return findings;
}
