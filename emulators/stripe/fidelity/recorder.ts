import Stripe from 'stripe';
import { isBranch, parseForm, type Branch } from '../wire/tree';

export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly params: Branch;
  readonly status: number;
  /** The answer was replayed for the same idempotency key. */
  readonly isReplayed: boolean;
  readonly answer: unknown;
}

function parseParams(query: string, body: string): Branch {
  if (body === '') return parseForm(query);
  const value: unknown = body.startsWith('{') ? JSON.parse(body) : parseForm(body);
  return isBranch(value) ? value : {};
}

/** The SDK's own HTTP client, which also records requests and answers. */
export function recordingClient() {
  const exchanges: Exchange[] = [];
  const record: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const body = typeof init?.body === 'string' ? init.body : '';
    exchanges.push({
      method: init?.method ?? 'GET',
      path: pathname,
      params: parseParams(search.slice(1), body),
      status: answer.status,
      isReplayed: answer.headers.get('idempotent-replayed') === 'true',
      answer: await answer.clone().json(),
    });
    return answer;
  };
  return { exchanges, httpClient: Stripe.createFetchHttpClient(record) };
}
