import * as v from 'valibot';

const pageSize = 500;

/** A sign-in, with the hash of its password. */
export const savedUser = v.looseObject({ localId: v.string() });
export type SavedUser = v.InferOutput<typeof savedUser>;

/** How the passwords of a project are hashed. Another project checks them with the same values. */
export const passwordHash = v.object({
  algorithm: v.string(),
  signerKey: v.optional(v.string(), ''),
  saltSeparator: v.optional(v.string(), ''),
  rounds: v.optional(v.number(), 0),
  memoryCost: v.optional(v.number(), 0),
});
export type PasswordHash = v.InferOutput<typeof passwordHash>;

/** A sign-in that was not imported, and what the service said. */
export interface Refused {
  readonly localId: string;
  readonly why: string;
}

const page = v.object({
  users: v.optional(v.array(savedUser), []),
  nextPageToken: v.optional(v.string(), ''),
});
const errors = v.object({
  error: v.optional(v.array(v.object({ index: v.optional(v.number(), 0), message: v.string() })), []),
});
const factors = v.optional(v.array(v.looseObject({ phoneInfo: v.optional(v.string()) })), []);

/** `https://identitytoolkit.googleapis.com/v1/projects/P` */
export const usersAt = (origin: string, projectId: string): string =>
  `${origin}/identitytoolkit.googleapis.com/v1/projects/${projectId}`;

export async function readUsers(api: JsonApi, place: string): Promise<readonly SavedUser[]> {
  const all: SavedUser[] = [];
  for (let token = ''; ;) {
    const next = token === '' ? '' : `&nextPageToken=${encodeURIComponent(token)}`;
    const found = v.parse(
      page,
      await api.json('GET', `${place}/accounts:batchGet?maxResults=${pageSize}${next}`),
    );
    all.push(...found.users);
    token = found.nextPageToken;
    if (token === '') return all.toSorted((a, b) => (a.localId < b.localId ? -1 : 1));
  }
}

/** Whether an authenticator app belongs to the sign-in. The service gives its secret to nobody. */
export const hasApp = ({ mfaInfo }: SavedUser): boolean =>
  v.parse(factors, mfaInfo).some(({ phoneInfo }) => phoneInfo === undefined);

/** The sign-in as it can be imported: without authenticator apps, with which the service refuses the whole person. */
export function importable({ mfaInfo, ...user }: SavedUser): SavedUser {
  const kept = v.parse(factors, mfaInfo).filter(({ phoneInfo }) => phoneInfo !== undefined);
  return { ...user, localId: user.localId, ...(kept.length > 0 && { mfaInfo: kept }) };
}

/** Adds sign-ins with their ids and passwords. `hash`: null = the place has hashed them itself. */
export async function writeUsers(
  api: JsonApi,
  place: string,
  users: readonly SavedUser[],
  hash: PasswordHash | null = null,
): Promise<readonly Refused[]> {
  const { algorithm, ...values } = hash ?? { algorithm: '' };
  const refused: Refused[] = [];
  for (let from = 0; from < users.length; from += pageSize) {
    const some = users.slice(from, from + pageSize);
    const body = {
      ...(hash !== null && { hashAlgorithm: algorithm, ...values }),
      users: some.map(importable),
    };
    const { error } = v.parse(errors, await api.json('POST', `${place}/accounts:batchCreate`, body));
    for (const { index, message } of error)
      refused.push({ localId: some[index]?.localId ?? String(index), why: message });
  }
  return refused;
}

export async function removeUsers(api: JsonApi, place: string): Promise<void> {
  const localIds = (await readUsers(api, place)).map(({ localId }) => localId);
  if (localIds.length > 0) await api.json('POST', `${place}/accounts:batchDelete`, { localIds, force: true });
}

/** A REST API of a hosted service, or of its emulator on this machine. Throws on every response that is not successful. */
export interface JsonApi {
  json(method: string, url: string, body?: object): Promise<Readonly<Record<string, unknown>>>;
  bytes(url: string): Promise<Buffer>;
  send(method: string, url: string, contentType: string, body: Buffer): Promise<void>;
}

/** `token`: the emulators on this machine accept `owner` as the administrator. */
export function jsonApi(token: string, fetchIt: typeof fetch = fetch): JsonApi {
  async function ask(method: string, url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    const response = await fetchIt(url, { method, ...init, headers });
    if (!response.ok)
      throw new Error(`${method} ${url} answered ${response.status}: ${await response.text()}`);
    return response;
  }
  return {
    async json(method, url, body) {
      const init =
        body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const text = await (await ask(method, url, init)).text();
      const parsed: unknown = text === '' ? {} : JSON.parse(text);
      return (Array.isArray(parsed) ? { items: parsed } : parsed) as Readonly<Record<string, unknown>>;
    },
    async bytes(url) {
      return Buffer.from(await (await ask('GET', url)).arrayBuffer());
    },
    async send(method, url, contentType, body) {
      await ask(method, url, { headers: { 'content-type': contentType }, body: Uint8Array.from(body) });
    },
  };
}
