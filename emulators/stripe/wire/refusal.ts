import type Stripe from 'stripe';

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

export interface RefusalBody {
  readonly type: ErrorType;
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
  readonly doc_url?: string;
  readonly decline_code?: string;
  readonly advice_code?: string;
  readonly network_decline_code?: string;
  readonly charge?: string;
  /** A `Stripe.PaymentIntent`, or the part of it that a publishable key may read. */
  readonly payment_intent?: object;
  readonly payment_method?: Stripe.PaymentMethod;
}

/**
 * What happens to the state and to the idempotency key. `rollback`: no change is kept, the answer is stored under the
 * key (in Stripe: the endpoint had begun to run); `forget`: no change is kept and the key stays free (in Stripe:
 * invalid parameters, or a busy key); `keep`: the changes stay (a declined card leaves a failed charge).
 */
export type RollbackMode = 'rollback' | 'forget' | 'keep';

/** A Stripe API error. It is thrown, so that a refused request rolls back all its changes. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: RefusalBody,
    readonly rollbackMode: RollbackMode = 'rollback',
  ) {
    super(body.message);
  }
}

function badParameter(message: string, param: string, code?: string): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message, param, ...(code && { code }) }, 'forget');
}

export const missingParameter = (param: string): Refusal =>
  badParameter(`Missing required param: ${param}.`, param, 'parameter_missing');

export const unknownParameter = (param: string): Refusal =>
  badParameter(`Received unknown parameter: ${param}`, param, 'parameter_unknown');

export const emptyParameter = (param: string): Refusal =>
  badParameter(
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
    param,
    'parameter_invalid_empty',
  );

export const invalidParameter = (param: string, message: string, code?: string): Refusal =>
  badParameter(message, param, code);

/** A valid request that is not possible in the object's present state. */
export function refused(message: string, code?: string, param?: string, status = 400): Refusal {
  return new Refusal(status, {
    type: 'invalid_request_error',
    message,
    ...(code && { code }),
    ...(param && { param }),
  });
}

export const missingResource = (object: string, id: string, param: string): Refusal =>
  refused(`No such ${object}: '${id}'`, 'resource_missing', param, 404);

export const docUrl = (code: string): string =>
  `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`;

/** v2 errors have no `type` (except a key that was used with other parameters), and use codes such as `invalid_fields` and `not_found`. */
export function errorBody(refusal: Refusal, isV2: boolean, requestLog: string): string {
  const { body } = refusal;
  if (isV2 && body.type === 'idempotency_error') {
    return JSON.stringify({ error: { type: body.type, code: body.type, message: body.message } });
  }
  if (isV2) {
    const code =
      refusal.status === 404
        ? 'not_found'
        : refusal.status === 400
          ? 'invalid_fields'
          : (body.code ?? 'error');
    return JSON.stringify({ error: { code, message: body.message } });
  }
  const doc = body.code !== undefined && body.doc_url === undefined ? { doc_url: docUrl(body.code) } : {};
  return JSON.stringify({ error: { ...body, ...doc, request_log_url: requestLog } });
}
