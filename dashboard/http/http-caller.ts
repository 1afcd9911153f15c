import * as v from 'valibot';
import { faultsOf, isProblemCode } from '../../core/base/problem';
import { fail, ok } from '../../core/base/result';
import type { Answer } from '../shared/backend';
import type { Failure } from '../shared/failure';

export interface HttpOptions {
  /** Origin of the Busker server. */
  readonly host: string;
  /** A current ID token; null = not signed in. */
  readonly idToken: () => Promise<string | null>;
  readonly fetch?: typeof fetch;
}

const timeoutMillis = 20_000;

const named = v.optional(v.record(v.string(), v.string()));
const problemBody = v.object({ code: v.string(), fields: named, faults: named });

async function refusal(response: Response): Promise<Failure> {
  const parsed = v.safeParse(problemBody, await response.json().catch(() => null));
  if (!parsed.success || !isProblemCode(parsed.output.code)) {
    return { code: response.status >= 500 ? 'api/internal' : 'api/unreadable' };
  }
  const { code, fields, faults } = parsed.output;
  if (!fields) return { code: `api/${code}` };
  return { code: `api/${code}`, fields: faultsOf({ fields, ...(faults && { faults }) }) };
}

/** The body of a call in the server's format. */
export const posted = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** Calls in the owner's name. The token is sent only in the header: never in an address, never in a log. */
export function httpCaller({ host, idToken, fetch: send = fetch }: HttpOptions) {
  async function ask<T>(path: string, init: RequestInit, read: (response: Response) => Answer<T>): Answer<T> {
    const token = await idToken().catch(() => null);
    const headers = new Headers(init.headers);
    if (token) headers.set('Authorization', `Bearer ${token}`);
    const late = AbortSignal.timeout(timeoutMillis);
    try {
      const signal = init.signal ? AbortSignal.any([init.signal, late]) : late;
      const response = await send(`${host}${path}`, { ...init, headers, signal, credentials: 'omit' });
      return response.ok ? await read(response) : fail(await refusal(response));
    } catch {
      return fail({ code: late.aborted ? 'api/timed-out' : 'api/unreachable' });
    }
  }

  return {
    call: <S extends v.GenericSchema>(
      path: string,
      schema: S,
      init: RequestInit = {},
    ): Answer<v.InferOutput<S>> =>
      ask(path, init, async (response) => {
        const parsed = v.safeParse(schema, await response.json().catch(() => null));
        return parsed.success ? ok(parsed.output) : fail({ code: 'api/unreadable' });
      }),
    file: (path: string): Answer<Blob> => ask(path, {}, async (response) => ok(await response.blob())),
  };
}
