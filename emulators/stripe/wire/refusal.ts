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
  /** A `Stripe.PaymentIntent`, or the part of it that a publishable key may see. */
  readonly payment_intent?: object;
  readonly payment_method?: Stripe.PaymentMethod;
}

/**
 * What happens to the state and to the idempotency key of a refused request:
 * `rollback`: nothing was done, the answer is kept under the key (Stripe: once the endpoint began to execute);
 * `forget`: nothing was done and the key stays free (Stripe: parameters failed validation, or the key is busy);
 * `keep`: the refusal is itself an outcome (a declined card leaves a failed charge).
 */
export type Aftermath = 'rollback' | 'forget' | 'keep';

/** A refusal in Stripe's words. Thrown, because a refused request must unwind everything that it began. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: RefusalBody,
    readonly aftermath: Aftermath = 'rollback',
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

/** A request that reads well and cannot be carried out in the present state. */
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
