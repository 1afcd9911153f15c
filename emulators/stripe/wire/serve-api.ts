import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { answerApi, type ApiParts, type ApiRequest, type Sabotage } from './api';
import type { FaultKind, Faults } from './faults';
import { OPEN_TO_ALL, readText, send, sendJson } from './http-answer';
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

const sabotageOf = (faults: readonly FaultKind[]): Sabotage => {
  const fault = faults.find(
    (known) => known.kind === 'fail' && known.status === 500 && known.when !== 'before',
  );
  if (fault?.kind !== 'fail') return null;
  return fault.when === 'after' ? 'fail-after' : 'fail-during';
};

const cuts = (faults: readonly FaultKind[], when: 'before' | 'after') =>
  faults.some((fault) => fault.kind === 'cut' && fault.when === when);

/** Serves /v1, /v2 and the browser's part of them, with the faults that were asked for. */
export function createApiServer(parts: ApiParts, faults: Faults) {
  const busyKeys = new Set<string>();

  const answer = async (request: ApiRequest, struck: readonly FaultKind[], response: ServerResponse) => {
    for (const fault of struck) if (fault.kind === 'latency') await wait(fault.milliseconds);
    if (cuts(struck, 'before')) return response.destroy();
    const failure = struck.find(
      (fault) => fault.kind === 'fail' && (fault.status !== 500 || fault.when === 'before'),
    );
    if (failure?.kind === 'fail')
      return sendJson(response, failure.status, { error: FAILURES[failure.status] });
    const { status, headers, body } = answerApi(parts, request, sabotageOf(struck));
    if (cuts(struck, 'after')) return response.destroy();
    send(response, status, { ...OPEN_TO_ALL, ...headers }, body);
  };

  return async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = incoming;
    if (method === 'OPTIONS') return send(response, 204, OPEN_TO_ALL, '');
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
      await answer(
        { method, url, headers, body },
        faults.strike(method, url.split('?', 1)[0] ?? ''),
        response,
      );
    } finally {
      if (lock !== null) busyKeys.delete(lock);
    }
  };
}
