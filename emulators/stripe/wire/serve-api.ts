import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { answerApi, type ApiParts, type ApiRequest, type InjectedFailure } from './api';
import type { FaultKind, Faults } from './faults';
import { CORS_ANY_ORIGIN, readText, send, sendJson } from './http-answer';
import { keyInUse } from './idempotency';

const FAILURES = {
  409: {
    type: 'invalid_request_error',
    code: 'lock_timeout',
    message:
      'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
  },
  429: {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message:
      'Request rate limit exceeded. Learn more about rate limits here https://docs.stripe.com/rate-limits.',
  },
  500: { type: 'api_error', message: 'An unknown error occurred' },
} as const;

const injectedFailureOf = (faults: readonly FaultKind[]): InjectedFailure => {
  const fault = faults.find(
    (known) => known.kind === 'fail' && known.status === 500 && known.when !== 'before',
  );
  if (fault?.kind !== 'fail') return null;
  return fault.when === 'after' ? 'fail-after' : 'fail-during';
};

const cuts = (faults: readonly FaultKind[], when: 'before' | 'after') =>
  faults.some((fault) => fault.kind === 'cut' && fault.when === when);

/** Serves /v1, /v2 and the browser API, with the configured faults. */
export function createApiServer(parts: ApiParts, faults: Faults) {
  const busyKeys = new Set<string>();

  const answer = async (request: ApiRequest, matching: readonly FaultKind[], response: ServerResponse) => {
    for (const fault of matching) if (fault.kind === 'latency') await wait(fault.milliseconds);
    if (cuts(matching, 'before')) return response.destroy();
    const failure = matching.find(
      (fault) => fault.kind === 'fail' && (fault.status !== 500 || fault.when === 'before'),
    );
    if (failure?.kind === 'fail')
      return sendJson(response, failure.status, { error: FAILURES[failure.status] });
    const { status, headers, body } = answerApi(parts, request, injectedFailureOf(matching));
    if (cuts(matching, 'after')) return response.destroy();
    send(response, status, { ...CORS_ANY_ORIGIN, ...headers }, body);
  };

  return async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = incoming;
    if (method === 'OPTIONS') return send(response, 204, CORS_ANY_ORIGIN, '');
    const body = await readText(incoming);
    if (body === null)
      return sendJson(response, 413, {
        error: { type: 'invalid_request_error', message: 'Request is too large' },
      });
    const key = method === 'POST' ? headers['idempotency-key'] : undefined;
    const lock = typeof key === 'string' ? `${String(headers['stripe-account'] ?? '')}:${key}` : null;
    if (lock !== null && busyKeys.has(lock)) {
      const refusal = keyInUse(String(key));
      return sendJson(response, refusal.status, { error: refusal.body });
    }
    if (lock !== null) busyKeys.add(lock);
    try {
      await answer({ method, url, headers, body }, faults.take(method, url.split('?', 1)[0] ?? ''), response);
    } finally {
      if (lock !== null) busyKeys.delete(lock);
    }
  };
}
