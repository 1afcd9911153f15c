import * as v from 'valibot';
import type { JsonApi } from './json-api';

const pageSize = 500;

/** A sign-in, with the hash of its password. */
export const savedUser = v.looseObject({ localId: v.string() });
export type SavedUser = v.InferOutput<typeof savedUser>;

const page = v.object({
  users: v.optional(v.array(savedUser), []),
  nextPageToken: v.optional(v.string(), ''),
});

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

export async function writeUsers(api: JsonApi, place: string, users: readonly SavedUser[]): Promise<void> {
  for (let from = 0; from < users.length; from += pageSize) {
    const answer = await api.json('POST', `${place}/accounts:batchCreate`, {
      users: users.slice(from, from + pageSize),
    });
    if (Array.isArray(answer['error']) && answer['error'].length > 0)
      throw new Error(`sign-ins were refused: ${JSON.stringify(answer['error'])}`);
  }
}

export async function removeUsers(api: JsonApi, place: string): Promise<void> {
  const localIds = (await readUsers(api, place)).map(({ localId }) => localId);
  if (localIds.length > 0) await api.json('POST', `${place}/accounts:batchDelete`, { localIds, force: true });
}
