import * as v from 'valibot';
import { fail, ok, type Result } from '@busker/core/base/result';
import { defaultCredentials } from '@busker/functions/firebase/firebase-app';
import { due, fine, type Finding, type FoundSetUp } from './installation';

/** A service's answer, or why there is none. */
export type Reply<T> =
  { readonly state: 'known'; readonly value: T } | { readonly state: 'unknown'; readonly why: string };

export const known = <T>(value: T): Reply<T> => ({ state: 'known', value });
export const unanswered = (why: string): Reply<never> => ({ state: 'unknown', why });

/** The same reply with another value. */
export const mapped = <T, U>(reply: Reply<T>, change: (value: T) => U): Reply<U> =>
  reply.state === 'known' ? known(change(reply.value)) : reply;

type Schema<T> = v.GenericSchema<unknown, T>;

/** Google's REST APIs, with the credentials of the person or machine that deploys. */
export interface GoogleRest {
  /** Reads a resource; null = it does not exist. */
  read<T>(url: string, schema: Schema<T>): Promise<Reply<T | null>>;
  /** Reads by POST, as some APIs require. */
  query<T>(url: string, body: object, schema: Schema<T>): Promise<Reply<T | null>>;
  /** Reads all pages of a list. A list that does not exist is empty. */
  readAll<T>(url: string, field: string, item: Schema<T>): Promise<Reply<readonly T[]>>;
  /** Changes a resource. The problem is one sentence. */
  write<T>(
    method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: string,
    body: object,
    schema: Schema<T>,
  ): Promise<Result<T, string>>;
}

export interface GoogleRestOptions {
  /** The project to which Google counts the requests. */
  readonly projectId: string;
  readonly token: () => Promise<string>;
  readonly fetch: typeof fetch;
}

const failure = v.object({ error: v.object({ message: v.string() }) });

/** The first line of an error message. */
async function sentenceOf(response: Response): Promise<string> {
  const parsed = v.safeParse(failure, await response.json().catch(() => null));
  const [line = ''] = parsed.success ? parsed.output.error.message.split('\n') : [''];
  return line === '' ? `status ${response.status}` : `status ${response.status}: ${line}`;
}

const withPage = (url: string, page: string) =>
  page === '' ? url : `${url}${url.includes('?') ? '&' : '?'}pageToken=${encodeURIComponent(page)}`;

/** Why there is no token, as part of a sentence. Without credentials, the message of Google's library contains only an address. */
export function credentialsFault(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.startsWith('Could not load the default credentials')
    ? 'there are no credentials for Google; sign in with: gcloud auth application-default login'
    : (message.split('\n')[0] ?? '');
}

/** The token of the application default credentials (cloud.google.com/docs/authentication/application-default-credentials). */
export async function defaultToken(): Promise<string> {
  try {
    const { access_token: token } = await defaultCredentials().getAccessToken();
    return token;
  } catch (error) {
    throw new Error(credentialsFault(error), { cause: error });
  }
}

export function googleRest({ projectId, token, fetch: fetchIt }: GoogleRestOptions): GoogleRest {
  /** The response, or why there was none. */
  async function send(url: string, init: RequestInit): Promise<Result<Response, string>> {
    try {
      const headers = {
        Authorization: `Bearer ${await token()}`,
        'Content-Type': 'application/json',
        'X-Goog-User-Project': projectId,
      };
      return ok(
        await fetchIt(url, { ...init, headers, redirect: 'error', signal: AbortSignal.timeout(60_000) }),
      );
    } catch (error) {
      return fail(error instanceof Error ? error.message : String(error));
    }
  }
  async function reply<T>(url: string, init: RequestInit, schema: Schema<T>): Promise<Reply<T | null>> {
    const sent = await send(url, init);
    if (!sent.ok) return unanswered(sent.problem);
    if (sent.value.status === 404) return known(null);
    if (!sent.value.ok) return unanswered(await sentenceOf(sent.value));
    const parsed = v.safeParse(schema, await sent.value.json().catch(() => null));
    return parsed.success
      ? known(parsed.output)
      : unanswered(`an answer of another shape: ${parsed.issues[0].message}`);
  }
  const read = <T>(url: string, schema: Schema<T>) => reply(url, { method: 'GET' }, schema);
  return {
    read,
    query: (url, body, schema) => reply(url, { method: 'POST', body: JSON.stringify(body) }, schema),
    async readAll(url, field, item) {
      const shape = v.looseObject({ nextPageToken: v.optional(v.string(), '') });
      const all: v.InferOutput<typeof item>[] = [];
      for (let page = ''; ;) {
        const answer = await read(withPage(url, page), shape);
        if (answer.state === 'unknown') return answer;
        const items = v.safeParse(v.array(item), answer.value?.[field] ?? []);
        if (!items.success) return unanswered(`an answer of another shape: ${items.issues[0].message}`);
        all.push(...items.output);
        page = answer.value?.nextPageToken ?? '';
        if (page === '') return known(all);
      }
    },
    async write(method, url, body, schema) {
      const sent = await send(url, { method, body: JSON.stringify(body) });
      if (!sent.ok) return sent;
      if (!sent.value.ok) return fail(`${url} refused: ${await sentenceOf(sent.value)}`);
      const parsed = v.safeParse(schema, await sent.value.json().catch(() => null));
      return parsed.success
        ? ok(parsed.output)
        : fail(`${url} answered another shape: ${parsed.issues[0].message}`);
    },
  };
}

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

/** A release of Hosting's live channel. */
export interface HostingRelease {
  /** `sites/SITE/versions/ID` */
  readonly version: string;
  /** The message that the deploy wrote: our own hash of the files. */
  readonly message: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface LiveHosting {
  /** Newest first. */
  releases(): Promise<Reply<readonly HostingRelease[]>>;
  /** Makes an earlier version the live one. */
  release(version: string, message: string): Promise<Result<null, string>>;
  /** Releases a version that has this configuration and no files. Makes the site if there is none. */
  releaseWithoutFiles(config: object, message: string): Promise<Result<null, string>>;
}

const releaseShape = v.object({
  version: v.optional(v.object({ name: v.string() })),
  message: v.optional(v.string(), ''),
  releaseTime: v.string(),
});

/** Firebase Hosting (firebase.google.com/docs/reference/hosting/rest), for one site of the project: by default the one that has the project's name. */
export function liveHosting(google: GoogleRest, projectId: string, site = projectId): LiveHosting {
  const sites = `https://firebasehosting.googleapis.com/v1beta1/projects/${projectId}/sites`;
  const live = `${sites}/${site}/channels/live/releases`;
  const release: LiveHosting['release'] = async (version, message) => {
    const url = `${live}?versionName=${encodeURIComponent(version)}`;
    const done = await google.write('POST', url, { message }, v.looseObject({}));
    return done.ok ? ok(null) : done;
  };
  return {
    release,
    async releases() {
      const answer = await google.read(
        `${live}?pageSize=25`,
        v.object({ releases: v.optional(v.array(releaseShape), []) }),
      );
      return mapped(answer, (value) =>
        (value?.releases ?? []).flatMap(({ version, message, releaseTime }) =>
          version === undefined ? [] : [{ version: version.name, message, at: Date.parse(releaseTime) }],
        ),
      );
    },
    async releaseWithoutFiles(config, message) {
      const named = v.object({ name: v.string() });
      const found = await google.read(`${sites}/${site}`, named);
      if (found.state === 'unknown') return fail(`the site ${site}: ${found.why}`);
      if (found.value === null) {
        const made = await google.write('POST', `${sites}?siteId=${site}`, {}, v.looseObject({}));
        if (!made.ok) return made;
      }
      const version = await google.write('POST', `${sites}/${site}/versions`, { config }, named);
      if (!version.ok) return version;
      const url = `${sites}/${site}/versions/${lastPart(version.value.name)}?updateMask=status`;
      const final = await google.write('PATCH', url, { status: 'FINALIZED' }, named);
      return final.ok ? release(final.value.name, message) : final;
    },
  };
}

/** Part of an index: a field, and its order (`ASCENDING`) or its kind of search (`CONTAINS`). */
export interface IndexedField {
  readonly fieldPath: string;
  readonly kind: string;
}

export interface StoreIndex {
  readonly collection: string;
  readonly scope: string;
  readonly fields: readonly IndexedField[];
  readonly ready: boolean;
}

/** A single field that has its own indexes or its own time to live. */
export interface FieldSettings {
  readonly collection: string;
  readonly fieldPath: string;
  readonly ttl: boolean;
  readonly indexes: readonly { readonly scope: string; readonly kind: string; readonly ready: boolean }[];
}

export interface StoreIndexes {
  readonly indexes: readonly StoreIndex[];
  readonly fields: readonly FieldSettings[];
}

const part = v.object({
  fieldPath: v.optional(v.string(), ''),
  order: v.optional(v.string()),
  arrayConfig: v.optional(v.string()),
});
const index = v.object({
  name: v.optional(v.string(), ''),
  queryScope: v.string(),
  fields: v.array(part),
  state: v.optional(v.string(), ''),
});
const field = v.object({
  name: v.string(),
  indexConfig: v.optional(v.object({ indexes: v.optional(v.array(index), []) }), {}),
  ttlConfig: v.optional(v.object({ state: v.optional(v.string(), '') })),
});

/** `…/collectionGroups/tips/indexes/x` → `tips`. */
const collectionOf = (name: string) => /\/collectionGroups\/([^/]+)\//.exec(name)?.[1] ?? '';
const kindOf = ({ order, arrayConfig }: v.InferOutput<typeof part>) => order ?? arrayConfig ?? '';

/** The database's indexes (cloud.google.com/firestore/docs/reference/rest), without the document's name, which the service adds to each. */
export async function readIndexes(
  google: GoogleRest,
  projectId: string,
  database: string,
): Promise<Reply<StoreIndexes>> {
  const groups = `https://firestore.googleapis.com/v1/projects/${projectId}/databases/${encodeURIComponent(database)}/collectionGroups/-`;
  const filter = encodeURIComponent('indexConfig.usesAncestorConfig:false OR ttlConfig:*');
  const [indexes, fields] = await Promise.all([
    google.readAll(`${groups}/indexes?pageSize=300`, 'indexes', index),
    google.readAll(`${groups}/fields?pageSize=300&filter=${filter}`, 'fields', field),
  ]);
  if (indexes.state === 'unknown') return indexes;
  if (fields.state === 'unknown') return fields;
  return {
    state: 'known',
    value: {
      indexes: indexes.value.map(({ name, queryScope, fields: parts, state }) => ({
        collection: collectionOf(name),
        scope: queryScope,
        fields: parts
          .filter(({ fieldPath }) => fieldPath !== '__name__')
          .map((each) => ({ fieldPath: each.fieldPath, kind: kindOf(each) })),
        ready: state === 'READY',
      })),
      fields: fields.value.map(({ name, indexConfig, ttlConfig }) => ({
        collection: collectionOf(name),
        fieldPath: (name.split('/fields/')[1] ?? '').replaceAll('`', ''),
        ttl: ttlConfig !== undefined,
        indexes: indexConfig.indexes.map(({ queryScope, fields: parts, state }) => ({
          scope: queryScope,
          kind: parts.map(kindOf).join(''),
          ready: state === 'READY',
        })),
      })),
    },
  };
}

const declaredPart = v.object({
  fieldPath: v.string(),
  order: v.optional(v.string()),
  arrayConfig: v.optional(v.string()),
});
const declaredIndexes = v.object({
  indexes: v.array(
    v.object({ collectionGroup: v.string(), queryScope: v.string(), fields: v.array(declaredPart) }),
  ),
  fieldOverrides: v.array(
    v.object({
      collectionGroup: v.string(),
      fieldPath: v.string(),
      ttl: v.optional(v.boolean(), false),
      indexes: v.array(
        v.object({
          queryScope: v.string(),
          order: v.optional(v.string()),
          arrayConfig: v.optional(v.string()),
        }),
      ),
    }),
  ),
});
export type DeclaredIndexes = v.InferOutput<typeof declaredIndexes>;

/** The text of rules/firestore.indexes.json. */
export const parseIndexes = (text: string): DeclaredIndexes => v.parse(declaredIndexes, JSON.parse(text));

const spell = (collection: string, scope: string, parts: readonly (readonly [string, string])[]) =>
  `${collection} (${scope.toLowerCase().replaceAll('_', ' ')}) on ${parts.map(([path, kind]) => `${path} ${kind.toLowerCase()}`).join(', ')}`;

const spellFound = ({ collection, scope, fields }: StoreIndex) =>
  spell(
    collection,
    scope,
    fields.map(({ fieldPath, kind }): [string, string] => [fieldPath, kind]),
  );

/** The declared indexes that are missing or still being built. */
export interface IndexDifferences {
  readonly absent: readonly string[];
  readonly building: readonly string[];
}

export function indexDifferences(declared: DeclaredIndexes, found: StoreIndexes): IndexDifferences {
  const absent: string[] = [];
  const building: string[] = [];
  const sort = (name: string, ready: boolean | undefined) => {
    if (ready === undefined) absent.push(name);
    else if (!ready) building.push(name);
  };
  const there = new Map(found.indexes.map((index) => [spellFound(index), index.ready]));
  for (const { collectionGroup, queryScope, fields } of declared.indexes) {
    const parts = fields.map((each): [string, string] => [
      each.fieldPath,
      each.order ?? each.arrayConfig ?? '',
    ]);
    const name = spell(collectionGroup, queryScope, parts);
    sort(name, there.get(name));
  }
  for (const { collectionGroup, fieldPath, ttl, indexes } of declared.fieldOverrides) {
    const own = found.fields.find(
      (each) => each.collection === collectionGroup && each.fieldPath === fieldPath,
    );
    if (ttl && own?.ttl !== true) absent.push(`time to live of ${collectionGroup}.${fieldPath}`);
    if (!ttl && indexes.length === 0 && own === undefined)
      absent.push(`no index on ${collectionGroup}.${fieldPath}`);
    for (const { queryScope, order, arrayConfig } of indexes) {
      const kind = order ?? arrayConfig ?? '';
      const match = own?.indexes.find((each) => each.scope === queryScope && each.kind === kind);
      sort(spell(collectionGroup, queryScope, [[fieldPath, kind]]), match?.ready);
    }
  }
  return { absent, building };
}

export function judgeIndexes({ absent, building }: IndexDifferences, count: number): readonly Finding[] {
  if (absent.length + building.length === 0) return [fine(`${count} indexes and field settings are ready`)];
  return [
    ...absent.map((name) => due(`index ${name}`)),
    ...building.map((name) => due(`index ${name} is being built`)),
  ];
}

const webApp = v.object({ appId: v.string() });
const webAppConfig = v.object({
  apiKey: v.string(),
  authDomain: v.string(),
  projectId: v.string(),
  storageBucket: v.optional(v.string(), ''),
  messagingSenderId: v.optional(v.string()),
  appId: v.string(),
});

async function findWebConfig(google: GoogleRest, projectId: string): Promise<FoundSetUp['webConfig']> {
  const apps = `https://firebase.googleapis.com/v1beta1/projects/${projectId}/webApps`;
  const listed = await google.readAll(apps, 'apps', webApp);
  if (listed.state === 'unknown') return fail(`Firebase does not say (${listed.why}).`);
  const [first] = listed.value;
  if (first === undefined)
    return fail(
      `the project has no web app yet: npm run firebase -- apps:create WEB Busker --project ${projectId}, then npm run setup again`,
    );
  const config = await google.read(`${apps}/${first.appId}/config`, webAppConfig);
  if (config.state === 'unknown') return fail(`Firebase does not say (${config.why}).`);
  if (config.value === null) return fail('Firebase has no configuration of the web app.');
  // A new project's default bucket is not in it before Storage is switched on.
  const storageBucket = config.value.storageBucket || `${projectId}.firebasestorage.app`;
  return ok({ ...config.value, storageBucket });
}

/** What `npm run setup` need not ask. */
export async function findSetUp(google: GoogleRest, projectId: string): Promise<FoundSetUp> {
  const database = await google.read(
    `https://firestore.googleapis.com/v1/projects/${projectId}/databases/(default)`,
    v.object({ locationId: v.string() }),
  );
  const none = `there is no database yet, and its location can never be changed: npm run firebase -- firestore:databases:create '(default)' --location eur3 --delete-protection ENABLED --point-in-time-recovery ENABLED --project ${projectId}, with the location of your choice, then npm run setup again`;
  const location =
    database.state === 'unknown'
      ? fail(`Google does not say (${database.why}).`)
      : database.value === null
        ? fail(none)
        : ok(database.value.locationId);
  return { webConfig: await findWebConfig(google, projectId), location };
}
