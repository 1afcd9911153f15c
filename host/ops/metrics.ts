import { createLog, type Log } from '@busker/functions/log';

type FieldsOf<K extends keyof Log> = Parameters<Log[K]>[0];

/** The message that this function of the log writes. It is read from the log itself, so the two cannot differ. */
export function messageOf(name: keyof Log): string {
  const lines: string[] = [];
  const write: (line: never) => void = createLog((line) => void lines.push(line))[name];
  write({} as never);
  const { message } = JSON.parse(lines.join('')) as { readonly message: string };
  return message;
}

/** Cloud Logging's filter for log lines of the functions, by the log function that writes them and the values of their fields. */
export function logged<K extends keyof Log>(
  name: K,
  where?: Readonly<Partial<Record<keyof FieldsOf<K> & string, string>>>,
): string {
  const fields = Object.entries<string | undefined>(where ?? {}).map(
    ([field, value]) => `jsonPayload.${field}=${JSON.stringify(value)}`,
  );
  return [
    'resource.type="cloud_run_revision"',
    `jsonPayload.message=${JSON.stringify(messageOf(name))}`,
    ...fields,
  ].join(' AND ');
}

/** A metric of Cloud Monitoring that counts how often a line is logged. */
export interface LogMetric {
  /** The type of the metric: `busker-` and its name. */
  readonly name: string;
  readonly says: string;
  readonly filter: string;
}

const metric = (name: string, says: string, filter: string): LogMetric => ({
  name: `busker-${name}`,
  says,
  filter,
});

export const metrics = {
  sweepsFailed: metric(
    'sweeps-failed',
    'jobs of a schedule that could not check something',
    logged('sweepFailed'),
  ),
  webhooksRefused: metric('webhooks-refused', 'events whose signature is wrong', logged('webhookRefused')),
  paidByEvent: metric(
    'paid-by-event',
    'tips that an event of Stripe showed as paid',
    logged('tipSynced', { cause: 'webhook', to: 'paid' }),
  ),
  paidBySweep: metric(
    'paid-by-sweep',
    'paid tips that a schedule found before an event arrived',
    logged('tipSynced', { cause: 'schedule', to: 'paid' }),
  ),
  paymentsRefused: metric(
    'payments-refused',
    'payments that Stripe refused to create',
    logged('paymentRefused'),
  ),
  keyRefused: metric('key-refused', 'calls that Stripe refused because of our own key', logged('keyRefused')),
  accountsGone: metric(
    'accounts-gone',
    'times that too many accounts were gone at once to believe it',
    logged('accountsGone'),
  ),
  storeAway: metric(
    'store-away',
    'requests that failed because Firestore did not answer',
    logged('serviceUnavailable', { service: 'store' }),
  ),
  stripeAway: metric(
    'stripe-away',
    'requests that failed because Stripe did not answer',
    logged('serviceUnavailable', { service: 'stripe' }),
  ),
  outboxRingsLost: metric(
    'outbox-rings-lost',
    'messages to owners for which Cloud Tasks took no task',
    logged('outboxRingLost'),
  ),
  reportsLate: metric(
    'reports-late',
    'hours in which a report had waited for more than a day',
    logged('decisionLate', { what: 'report' }),
  ),
  objectionsLate: metric(
    'objections-late',
    'hours in which an objection had waited for more than a week',
    logged('decisionLate', { what: 'objection' }),
  ),
  abuse: metric('abuse', 'card testing and floods', logged('abuse')),
} as const;
