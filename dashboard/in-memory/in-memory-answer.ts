import { fail, ok } from '../../core/base/result';
import type { Answer, FailureCode } from '../data/failure';
import type { InMemoryWorld } from './in-memory-world';
import type { ScriptedCall } from './scripted-call';

const isCode = (value: unknown): value is FailureCode =>
  typeof value === 'string' && value.startsWith('auth/');

/** Answers of the sign-in service as a test scripts them: pending, failing, offline, or as `work` returns (a code = refused). */
export const signInAnswers =
  (world: InMemoryWorld) =>
  async <T>(call: ScriptedCall, work: () => T | FailureCode): Answer<T> => {
    if (world.isHeld(call)) return new Promise(() => {});
    const failure = world.failureFor(call);
    if (failure) {
      world.endOn(failure);
      return fail(failure);
    }
    if (!world.online.value) return fail({ code: 'auth/network-request-failed' });
    const result = work();
    return isCode(result) ? fail({ code: result }) : ok(result);
  };
