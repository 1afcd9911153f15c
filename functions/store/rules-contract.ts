import assert from 'node:assert/strict';
import { paths } from '@busker/core/documents/documents';
import type { Store } from './store';

/** The database as a browser meets it: every request is judged by rules/firestore.rules. Each call returns the status of the answer. */
export interface RulesTarget {
  readonly signUp: () => Promise<{ readonly uid: string; readonly token: string }>;
  /** The server, to which no rule applies. */
  readonly store: Pick<Store, 'add' | 'transaction'>;
  readonly get: (path: string, token: string | null) => Promise<number>;
  /** Lists a collection. */
  readonly list: (path: string, token: string | null) => Promise<number>;
  /** Writes the whole document. A field is a whole number or a text. */
  readonly write: (path: string, fields: Fields, token: string | null) => Promise<number>;
  readonly remove: (path: string, token: string | null) => Promise<number>;
}

type Fields = Readonly<Record<string, number | string>>;

/** The contract of the rules, on the local Firestore and on a real one. Each promise signs up people of its own. */
export interface RulesPromise {
  readonly promise: string;
  readonly holds: (target: RulesTarget) => Promise<void>;
}

const draft = (revision: number): Fields => ({ v: 1, revision, handle: 'ada', name: 'Ada' });
const allowed = 200;
const denied = 403;

// Holds host-069.
export const rulesContract: readonly RulesPromise[] = [
  {
    promise: 'let an owner write, read and remove the own draft, and nobody else',
    holds: async ({ signUp, get, write, remove }) => {
      const [ada, eve] = [await signUp(), await signUp()];
      const path = paths.draft(ada.uid);
      assert.equal(await write(path, draft(1), ada.token), allowed);
      for (const token of [eve.token, null]) {
        assert.equal(await get(path, token), denied);
        assert.equal(await write(path, draft(2), token), denied);
        assert.equal(await remove(path, token), denied);
      }
      assert.equal(await write(path, draft(1), ada.token), denied, 'the revision did not grow');
      assert.equal(await write(path, { ...draft(3), admin: 1 }, ada.token), denied, 'an unknown field');
      assert.equal(await write(path, draft(2), ada.token), allowed);
      assert.equal(await get(path, ada.token), allowed);
      assert.equal(await remove(path, ada.token), allowed);
    },
  },
  {
    promise: 'show an owner the own profile, tips and payments, and nobody else',
    holds: async ({ signUp, store, get, list }) => {
      const [ada, eve] = [await signUp(), await signUp()];
      const own = [paths.profile(ada.uid), paths.tip(ada.uid, 't1'), paths.payments(ada.uid)];
      for (const path of own) await store.add(path, { amount: 5 });
      for (const [token, status] of [
        [ada.token, allowed],
        [eve.token, denied],
        [null, denied],
      ] as const) {
        for (const path of own) assert.equal(await get(path, token), status, path);
        assert.equal(await list(paths.tips(ada.uid), token), status);
      }
      await store.transaction((tx) => Promise.resolve(own.forEach((path) => tx.remove(path))));
    },
  },
  {
    promise: 'let nobody write what the server writes, nor read what only the server needs',
    holds: async ({ signUp, get, list, write }) => {
      const { uid, token } = await signUp();
      for (const path of [paths.profile(uid), paths.tip(uid, 't1'), paths.payments(uid), paths.standing(uid)])
        assert.equal(await write(path, { amount: 5 }, token), denied, path);
      for (const name of ['handles', 'stripeAccounts', 'audit', 'reports', 'mail', 'jobs', 'profiles']) {
        assert.equal(await write(`${name}/${uid}x`, { uid }, token), denied, name);
        assert.equal(await get(`${name}/${uid}x`, token), denied, name);
        assert.equal(await list(name, token), denied, name);
      }
      assert.equal(await get(paths.recoveryCodes(uid), token), denied);
    },
  },
  {
    promise: 'refuse what the token of a deleted account still wants to write',
    holds: async ({ signUp, store, write }) => {
      const { uid, token } = await signUp();
      await store.add(paths.deletion(uid), { count: 1 });
      assert.equal(await write(paths.draft(uid), draft(1), token), denied);
      await store.transaction((tx) => Promise.resolve(tx.remove(paths.deletion(uid))));
      assert.equal(await write(paths.draft(uid), draft(1), token), allowed);
    },
  },
];

/** The same requests over Firestore's REST API. `documents`: `…/databases/D/documents` */
export function browserDocuments(documents: string): Omit<RulesTarget, 'signUp' | 'store'> {
  const ask = async (
    method: string,
    address: string,
    token: string | null,
    body?: object,
  ): Promise<number> => {
    const answer = await fetch(`${documents}${address}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    await answer.body?.cancel();
    return answer.status;
  };
  const encoded = (value: number | string) =>
    typeof value === 'number' ? { integerValue: String(value) } : { stringValue: value };
  return {
    get: (path, token) => ask('GET', `/${path}`, token),
    list: (path, token) => {
      const segments = path.split('/');
      const structuredQuery = { from: [{ collectionId: segments.pop() }], limit: 3 };
      const parent = segments.map((segment) => `/${segment}`).join('');
      return ask('POST', `${parent}:runQuery`, token, { structuredQuery });
    },
    write: (path, fields, token) =>
      ask('PATCH', `/${path}`, token, {
        fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, encoded(value)])),
      }),
    remove: (path, token) => ask('DELETE', `/${path}`, token),
  };
}
