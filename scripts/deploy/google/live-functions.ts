import * as v from 'valibot';
import { fail, ok, type Result } from '../../../core/base/result';
import type { GoogleRest } from './google-rest';
import { known, mapped, unanswered, type Reply } from './reply';

/** One of our deployed functions. */
export interface LiveFunction {
  readonly id: string;
  readonly region: string;
  /** Its service on Cloud Run, `projects/…/services/app`. */
  readonly service: string;
  /** The newest revision. */
  readonly revision: string;
  /** The address of the service itself, without Hosting. */
  readonly uri: string;
  readonly active: boolean;
  /** The value of BUSKER_RELEASE in its environment; null = somebody deployed it in another way. */
  readonly release: string | null;
  /** The version of each secret that it reads. */
  readonly secrets: Readonly<Record<string, number>>;
}

/** A share of the traffic. */
export interface TrafficShare {
  /** `latest` follows every later deploy; the name of a revision does not. */
  readonly revision: string;
  readonly percent: number;
}

/** Functions and their Cloud Run services. */
export interface LiveFunctions {
  list(): Promise<Reply<readonly LiveFunction[]>>;
  traffic(service: string): Promise<Reply<readonly TrafficShare[]>>;
  /** Changes the traffic, and waits until the change has taken effect. */
  route(service: string, shares: readonly TrafficShare[]): Promise<Result<null, string>>;
}

const text = v.optional(v.string(), '');
const functionShape = v.object({
  name: v.string(),
  state: text,
  labels: v.optional(v.record(v.string(), v.string()), {}),
  serviceConfig: v.optional(
    v.object({
      service: text,
      revision: text,
      uri: text,
      environmentVariables: v.optional(v.record(v.string(), v.string()), {}),
      secretEnvironmentVariables: v.optional(v.array(v.object({ key: v.string(), version: text })), []),
    }),
  ),
});
const target = v.object({ type: text, revision: text, percent: v.optional(v.number(), 0) });
const service = v.object({ traffic: v.optional(v.array(target), []) });
const operation = v.object({
  name: v.string(),
  done: v.optional(v.boolean(), false),
  error: v.optional(v.object({ message: text })),
});

const toLatest = 'TRAFFIC_TARGET_ALLOCATION_TYPE_LATEST';
const toRevision = 'TRAFFIC_TARGET_ALLOCATION_TYPE_REVISION';
const lastPart = (name: string) => name.split('/').at(-1) ?? '';

function functionOf({ name, state, serviceConfig }: v.InferOutput<typeof functionShape>): LiveFunction {
  const secrets = serviceConfig?.secretEnvironmentVariables ?? [];
  return {
    id: lastPart(name),
    region: name.split('/')[3] ?? '',
    service: serviceConfig?.service ?? '',
    revision: serviceConfig?.revision ?? '',
    uri: serviceConfig?.uri ?? '',
    active: state === 'ACTIVE',
    release: serviceConfig?.environmentVariables['BUSKER_RELEASE'] ?? null,
    secrets: Object.fromEntries(secrets.map(({ key, version }) => [key, Number(version)])),
  };
}

/** Cloud Functions v2 and Cloud Run v2 (cloud.google.com/run/docs/reference/rest). */
export function liveFunctions(
  google: GoogleRest,
  projectId: string,
  wait: (ms: number) => Promise<void>,
): LiveFunctions {
  const run = 'https://run.googleapis.com/v2';
  return {
    async list() {
      const url = `https://cloudfunctions.googleapis.com/v2/projects/${projectId}/locations/-/functions?pageSize=100`;
      const all = await google.readAll(url, 'functions', functionShape);
      return mapped(all, (found) =>
        found.filter(({ labels }) => labels['firebase-functions-codebase'] === 'busker').map(functionOf),
      );
    },
    async traffic(name) {
      const found = await google.read(`${run}/${name}`, service);
      if (found.state === 'unknown') return found;
      if (found.value === null) return unanswered(`there is no service ${name}`);
      return known(
        found.value.traffic.map(({ type, revision, percent }) => ({
          revision: type === toLatest ? 'latest' : revision,
          percent,
        })),
      );
    },
    async route(name, shares) {
      const traffic = shares.map(({ revision, percent }) =>
        revision === 'latest' ? { type: toLatest, percent } : { type: toRevision, revision, percent },
      );
      const started = await google.write(
        'PATCH',
        `${run}/${name}?updateMask=traffic`,
        { traffic },
        operation,
      );
      if (!started.ok) return started;
      let now = started.value;
      for (let look = 0; !now.done && look < 60; look += 1) {
        await wait(2000);
        const next = await google.read(`${run}/${started.value.name}`, operation);
        if (next.state === 'unknown' || next.value === null) break;
        now = next.value;
      }
      if (now.error !== undefined) return fail(`The traffic of ${lastPart(name)}: ${now.error.message}`);
      return now.done ? ok(null) : fail(`The traffic of ${lastPart(name)} was not moved within two minutes.`);
    },
  };
}

/** Only the functions in this region: during a move, those of the previous region still run. */
export const functionsAt = (live: LiveFunctions, region: string): LiveFunctions => ({
  list: async () => mapped(await live.list(), (all) => all.filter((each) => each.region === region)),
  traffic: (name) => live.traffic(name),
  route: (name, shares) => live.route(name, shares),
});
