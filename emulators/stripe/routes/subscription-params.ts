import {
  flag,
  integer,
  list,
  metadata,
  object,
  oneOf,
  optional,
  parameters,
  required,
  text,
  unsettable,
  type Reader,
} from '../wire/parameters';
import { invalidParameter } from '../wire/refusal';

/** A percentage with at most two decimals, which Stripe wants above 0 and at most 100. */
export const percent: Reader<number> = (value, param) => {
  const given = typeof value === 'number' ? String(value) : value;
  const number =
    typeof given === 'string' && /^\d{1,3}(\.\d{1,2})?$/.test(given) ? Number(given) : Number.NaN;
  if (!(number >= 0 && number <= 100))
    throw invalidParameter(
      param,
      `Invalid decimal: ${JSON.stringify(value)}; must have at most two decimals.`,
    );
  return number;
};

const recurring = object({ interval: required(oneOf('month', 'year')), interval_count: optional(oneCount) });

/** The sandbox bills every month or every year. */
function oneCount(value: Parameters<Reader<number>>[0], param: string): number {
  const count = integer(1)(value, param);
  if (count !== 1) throw invalidParameter(param, 'The sandbox supports only an interval_count of 1.');
  return count;
}

export const recurringPrice = { currency: required(text(3)), unit_amount: required(integer(0)) };
export const every = recurring;

const feedback = oneOf(
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
);

export const cancellationDetails = object({
  comment: optional(unsettable(text())),
  feedback: optional(unsettable(feedback)),
});

const item = object({
  id: required(text()),
  price_data: optional(
    object({ ...recurringPrice, product: required(text()), recurring: required(recurring) }),
  ),
});

export const updateParams = parameters({
  application_fee_percent: optional(unsettable(percent)),
  billing_cycle_anchor: optional(object({ type: required(oneOf('unchanged')) })),
  cancel_at: optional(unsettable(integer(0))),
  cancel_at_period_end: optional(flag),
  cancellation_details: optional(cancellationDetails),
  default_payment_method: optional(text()),
  description: optional(unsettable(text(500))),
  items: optional(list(item)),
  metadata: optional(unsettable(metadata)),
  pause_collection: optional(
    unsettable(
      object({
        behavior: required(oneOf('keep_as_draft', 'mark_uncollectible', 'void')),
        resumes_at: optional(integer(0)),
      }),
    ),
  ),
  proration_behavior: optional(oneOf('none', 'create_prorations', 'always_invoice')),
});

export const cancelParams = parameters({
  cancellation_details: optional(cancellationDetails),
  invoice_now: optional(flag),
  prorate: optional(flag),
});
