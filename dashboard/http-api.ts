import * as v from 'valibot';
import { isProblemCode } from '../core/problem';
import { fail, ok } from '../core/result';
import { publishAnswer } from '../core/tip-api';
import type { Answer, OwnerApi } from './backend';
import type { Failure } from './failure';

interface HttpApiOptions {
  /** Origin of the Busker server. */
  readonly host: string;
  /** A current ID token; null when nobody is signed in. */
  readonly idToken: () => Promise<string | null>;
  readonly fetch?: typeof fetch;
}

const timeoutMillis = 20_000;

const problemBody = v.object({ code: v.string(), fields: v.optional(v.record(v.string(), v.string())) });
const handleAnswer = v.object({ handle: v.string(), state: v.picklist(['free', 'yours', 'taken']) });

async function refusal(response: Response): Promise<Failure> {
  const parsed = v.safeParse(problemBody, await response.json().catch(() => null));
  if (!parsed.success || !isProblemCode(parsed.output.code)) {
    return { code: response.status >= 500 ? 'api/internal' : 'api/unreadable' };
  }
  const { code, fields } = parsed.output;
  return fields ? { code: `api/${code}`, fields } : { code: `api/${code}` };
}

/** The token travels in the header alone: never in an address, never in a log. */
export function httpApi({ host, idToken, fetch: send = fetch }: HttpApiOptions): OwnerApi {
  async function call<S extends v.GenericSchema>(
    path: string,
    schema: S,
    init: RequestInit = {},
  ): Answer<v.InferOutput<S>> {
    const token = await idToken().catch(() => null);
    const headers = new Headers(init.headers);
    if (token) headers.set('Authorization', `Bearer ${token}`);
    const late = AbortSignal.timeout(timeoutMillis);
    try {
      const signal = init.signal ? AbortSignal.any([init.signal, late]) : late;
      const response = await send(`${host}${path}`, { ...init, headers, signal, credentials: 'omit' });
      if (!response.ok) return fail(await refusal(response));
      const parsed = v.safeParse(schema, await response.json().catch(() => null));
      return parsed.success ? ok(parsed.output) : fail({ code: 'api/unreadable' });
    } catch {
      return fail({ code: late.aborted ? 'api/timed-out' : 'api/unreachable' });
    }
  }

  return {
    publish: (revision) =>
      call('/v1/me/publish', publishAnswer, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ revision }),
      }),
    async handleState(handle, signal) {
      const answer = await call(`/v1/handles/${encodeURIComponent(handle)}`, handleAnswer, { signal });
      return answer.ok ? ok(answer.value.state) : answer;
    },
  };
}
