import { API_VERSION } from '../reference/method-types';
import type { Credentials } from './frame-messages';

/** Stripe.js returns this error to the page instead of a result. */
export interface ApiProblem {
  readonly type: string;
  readonly message: string;
  readonly [key: string]: unknown;
}

export type ApiResult =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: ApiProblem };

type Form = { readonly [key: string]: string | number | boolean | readonly string[] | Form };

function encode(form: Form, prefix = ''): [string, string][] {
  return Object.entries(form).flatMap(([key, value]): [string, string][] => {
    const name = prefix === '' ? key : `${prefix}[${key}]`;
    if (Array.isArray(value))
      return value.map((item: string, index): [string, string] => [`${name}[${index}]`, item]);
    return typeof value === 'object' ? encode(value as Form, name) : [[name, String(value)]];
  });
}

const UNREACHABLE: ApiProblem = {
  type: 'api_connection_error',
  message: 'An error occurred with our connection to Stripe. Request was retried and failed.',
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function readProblem(body: unknown): ApiProblem {
  const error = isRecord(body) ? body['error'] : null;
  if (!isRecord(error) || typeof error['message'] !== 'string')
    return { type: 'api_error', message: 'An unknown error occurred' };
  return {
    ...error,
    type: typeof error['type'] === 'string' ? error['type'] : 'api_error',
    message: error['message'],
  };
}

/** Calls the sandbox with the publishable key. A failed connection is returned as an error, never thrown. */
export async function callSandbox(
  origin: string,
  { publishableKey, stripeAccount }: Credentials,
  method: 'GET' | 'POST',
  path: string,
  form: Form,
): Promise<ApiResult> {
  const text = new URLSearchParams(encode(form)).toString();
  try {
    const answer = await fetch(`${origin}${path}${method === 'GET' && text !== '' ? `?${text}` : ''}`, {
      method,
      headers: {
        authorization: `Bearer ${publishableKey}`,
        'stripe-version': API_VERSION,
        ...(stripeAccount !== null && { 'stripe-account': stripeAccount }),
        ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(method === 'POST' && { body: text }),
      credentials: 'omit',
    });
    const body: unknown = await answer.json();
    return answer.ok && isRecord(body) ? { ok: true, value: body } : { ok: false, error: readProblem(body) };
  } catch {
    return { ok: false, error: UNREACHABLE };
  }
}

/** `pi_1_secret_2` belongs to `pi_1`. */
export const intentIdOf = (clientSecret: string): string | null =>
  /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(clientSecret)?.[1] ?? null;

export const fetchIntent = (
  origin: string,
  credentials: Credentials,
  id: string,
  clientSecret: string,
): Promise<ApiResult> =>
  callSandbox(origin, credentials, 'GET', `/v1/payment_intents/${id}`, { client_secret: clientSecret });
