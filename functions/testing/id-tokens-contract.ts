import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { IdTokens } from '../deps';

/** A sign-in service, and a function that signs up a new guest. */
export interface IdTokensTarget {
  readonly idTokens: IdTokens;
  readonly signUp: () => Promise<{ readonly uid: string; readonly token: string }>;
}

/** The contract of every sign-in service. Each promise signs up people of its own and removes them. */
export interface IdTokensPromise {
  readonly promise: string;
  readonly holds: (target: IdTokensTarget) => Promise<void>;
}

export const idTokensContract: readonly IdTokensPromise[] = [
  {
    promise: 'knows the owner of a current token',
    holds: async ({ idTokens, signUp }) => {
      const { uid, token } = await signUp();
      const read = await idTokens.verify(token, true);
      assert.ok(read.ok);
      assert.equal(read.value.uid, uid);
      await idTokens.remove(uid);
    },
  },
  {
    promise: 'refuses anything that is not a token',
    holds: async ({ idTokens }) => {
      for (const token of ['', 'x', 'a.b.c']) assert.equal((await idTokens.verify(token, false)).ok, false);
    },
  },
  {
    promise: 'refuses every token from before all sign-ins ended when it asks about revocation',
    holds: async ({ idTokens, signUp }) => {
      const { uid, token } = await signUp();
      // Firebase compares whole seconds: a sign-in of the same second stays valid.
      await setTimeout(1100);
      await idTokens.endSessions(uid);
      assert.equal((await idTokens.verify(token, true)).ok, false);
      await idTokens.remove(uid);
    },
  },
  {
    promise: 'refuses the token of a removed owner when it asks about revocation, and removes nobody twice',
    holds: async ({ idTokens, signUp }) => {
      const { uid, token } = await signUp();
      await idTokens.remove(uid);
      await idTokens.remove(uid);
      assert.equal((await idTokens.verify(token, true)).ok, false);
      assert.deepEqual(await idTokens.abandoned([uid], 0), [uid]);
    },
  },
  {
    promise: 'knows how to reach a user, and who is barred',
    holds: async ({ idTokens, signUp }) => {
      const { uid } = await signUp();
      assert.equal((await idTokens.contact(uid))?.disabled, false);
      assert.deepEqual(await idTokens.barred([uid, 'nobody-has-this-uid']), ['nobody-has-this-uid']);
      await idTokens.remove(uid);
      assert.equal(await idTokens.contact(uid), undefined);
      assert.deepEqual(await idTokens.barred([uid]), [uid]);
    },
  },
];
