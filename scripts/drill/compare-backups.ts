import { isDeepStrictEqual } from 'node:util';
import type { Backup } from './backup-folder';
import { groupOf } from './documents';
import { importable, type SavedUser } from '../sign-ins/users';

/** A person's sign-in methods. Times of use are left out, because each sign-in changes them. APIs leave out false values. */
const signInFields = [
  'email',
  'emailVerified',
  'passwordHash',
  'salt',
  'disabled',
  'phoneNumber',
  'customAttributes',
  'providerUserInfo',
  'mfaInfo',
];
/** Authenticator apps are left out, since no service gives their secrets away. */
function signIn(user: SavedUser) {
  const kept = importable(user);
  return signInFields.map((field) => kept[field] || null);
}

/** The number of documents of each kind of collection. */
export function countsOf(backup: Backup): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of backup.documents) counts.set(groupOf(path), (counts.get(groupOf(path)) ?? 0) + 1);
  return counts;
}

function differing<T>(
  name: string,
  wanted: ReadonlyMap<string, T>,
  found: ReadonlyMap<string, T>,
): readonly string[] {
  const missing = [...wanted.keys()].filter((key) => !found.has(key));
  const added = [...found.keys()].filter((key) => !wanted.has(key));
  const changed = [...wanted].filter(
    ([key, value]) => found.has(key) && !isDeepStrictEqual(value, found.get(key)),
  );
  return [
    ...missing.map((key) => `${name} ${key} is missing`),
    ...added.map((key) => `${name} ${key} was not there`),
    ...changed.map(([key]) => `${name} ${key} differs`),
  ];
}

const documentsOf = ({ documents }: Backup) => new Map(documents.map(({ path, fields }) => [path, fields]));
const usersOf = ({ users }: Backup) => new Map(users.map((user) => [user.localId, signIn(user)]));
const filesOf = ({ files }: Backup) =>
  new Map(files.map(({ name, contentType, sha256 }) => [name, [contentType, sha256]]));

/** Every document, sign-in and file that differs between the two. */
export const differences = (wanted: Backup, found: Backup): readonly string[] => [
  ...differing('document', documentsOf(wanted), documentsOf(found)),
  ...differing('sign-in', usersOf(wanted), usersOf(found)),
  ...differing('file', filesOf(wanted), filesOf(found)),
];
