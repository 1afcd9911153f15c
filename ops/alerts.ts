import { logged } from './log-line';
import { metrics, type LogMetric } from './metrics';
import type { AlertLevel } from './ops-target';
import { uptimeChecks, type UptimeCheck } from './uptime';

/** When an alert is raised. Minutes are the length of the window. */
export type AlertWhen =
  | { readonly kind: 'every-line'; readonly filter: string }
  | { readonly kind: 'count'; readonly of: LogMetric; readonly moreThan: number; readonly minutes: number }
  | { readonly kind: 'uptime'; readonly check: UptimeCheck }
  | { readonly kind: 'certificate'; readonly check: UptimeCheck; readonly days: number }
  | { readonly kind: 'server-errors'; readonly moreThanPercent: number; readonly minutes: number }
  | { readonly kind: 'slow'; readonly seconds: number; readonly minutes: number }
  | { readonly kind: 'memory'; readonly moreThanPercent: number; readonly minutes: number }
  | { readonly kind: 'all-instances'; readonly minutes: number };

export interface Alert {
  /** The value of the label `busker`, by which we find the alert again. */
  readonly name: string;
  readonly level: AlertLevel;
  /** The condition in words, for docs/operations.md. */
  readonly on: string;
  readonly means: string;
  /** The heading in docs/operations.md that says what to do. */
  readonly runbook: string;
  readonly when: AlertWhen;
}

/** All alerts. `npm run ops` writes them to Cloud Monitoring, and `npx tsx scripts/write-docs.ts` writes them to docs/operations.md. */
export const alerts: readonly Alert[] = [
  {
    name: 'unreachable',
    level: 'page',
    on: '`/health` does not answer in two regions',
    means: 'Hosting, the certificate or the function is down',
    runbook: 'The site does not answer',
    when: { kind: 'uptime', check: uptimeChecks.health },
  },
  {
    name: 'not-ready',
    level: 'page',
    on: '`/ready` answers 503 in two regions',
    means: 'a schedule is late, or Firestore or Stripe does not answer',
    runbook: 'Not ready',
    when: { kind: 'uptime', check: uptimeChecks.ready },
  },
  {
    name: 'server-errors',
    level: 'page',
    on: 'more than 1 % of the answers are 5xx for 10 minutes',
    means: 'a bad release, or Firestore or Stripe is away',
    runbook: 'Many requests fail',
    when: { kind: 'server-errors', moreThanPercent: 1, minutes: 10 },
  },
  {
    name: 'all-instances',
    level: 'page',
    on: 'as many instances as `MAX_INSTANCES` for 5 minutes',
    means: 'a flood, or more visitors than planned',
    runbook: 'A flood',
    when: { kind: 'all-instances', minutes: 5 },
  },
  {
    name: 'tip-held',
    level: 'page',
    on: 'every `tip mismatch`',
    means: "Stripe's payment is not the one the tip asked for",
    runbook: 'A tip is held',
    when: { kind: 'every-line', filter: logged('tipMismatch') },
  },
  {
    name: 'webhooks-refused',
    level: 'page',
    on: 'more than 10 `webhook refused` in 10 minutes',
    means: 'a wrong signing secret, or somebody guesses',
    runbook: 'Webhooks are refused',
    when: { kind: 'count', of: metrics.webhooksRefused, moreThan: 10, minutes: 10 },
  },
  {
    name: 'webhooks-silent',
    level: 'page',
    on: 'more than 5 tips in 2 hours that a schedule found paid before an event arrived',
    means: 'Stripe sends no events, or to another address',
    runbook: 'Webhooks do not arrive',
    when: { kind: 'count', of: metrics.paidBySweep, moreThan: 5, minutes: 120 },
  },
  {
    name: 'payments-refused',
    level: 'page',
    on: 'more than 5 `payment refused` in 10 minutes',
    means: 'Stripe refuses our key, or an account',
    runbook: 'Stripe refuses our key',
    when: { kind: 'count', of: metrics.paymentsRefused, moreThan: 5, minutes: 10 },
  },
  {
    name: 'key-refused',
    level: 'page',
    on: 'any `Stripe key refused`',
    means: 'our own key is invalid or lacks a permission',
    runbook: 'Stripe refuses our key',
    when: { kind: 'count', of: metrics.keyRefused, moreThan: 0, minutes: 10 },
  },
  {
    name: 'accounts-gone',
    level: 'page',
    on: 'any `too many accounts gone`',
    means: 'a wrong key has the effect of many disconnected owners; nobody was marked',
    runbook: 'All accounts are disconnected',
    when: { kind: 'count', of: metrics.accountsGone, moreThan: 0, minutes: 10 },
  },
  {
    name: 'store-away',
    level: 'page',
    on: 'more than 20 `service unavailable` of the store in 10 minutes',
    means: 'Firestore does not answer',
    runbook: 'Stripe or Firestore is down',
    when: { kind: 'count', of: metrics.storeAway, moreThan: 20, minutes: 10 },
  },
  {
    name: 'stripe-away',
    level: 'ticket',
    on: 'more than 20 `service unavailable` of Stripe in 10 minutes',
    means: 'Stripe does not answer',
    runbook: 'Stripe or Firestore is down',
    when: { kind: 'count', of: metrics.stripeAway, moreThan: 20, minutes: 10 },
  },
  {
    name: 'sweep-fails',
    level: 'ticket',
    on: 'more than one `sweep failed` in an hour',
    means: 'tips, refunds or accounts were not checked (`missed`)',
    runbook: 'A sweep fails',
    when: { kind: 'count', of: metrics.sweepsFailed, moreThan: 1, minutes: 60 },
  },
  {
    name: 'jobs-late',
    level: 'page',
    on: 'every `jobs late`',
    means: 'a job has waited for more than six hours',
    runbook: 'Jobs are late',
    when: { kind: 'every-line', filter: logged('jobsLate') },
  },
  {
    name: 'job-dead',
    level: 'ticket',
    on: 'every `job dead`',
    means: 'a job failed ten times in a row, and is not tried again',
    runbook: 'A job is dead',
    when: { kind: 'every-line', filter: logged('jobDead') },
  },
  {
    name: 'books-differ',
    level: 'ticket',
    on: 'every `sweep found` of the daily comparison',
    means: 'Stripe and the store differed',
    runbook: 'The books differ',
    when: { kind: 'every-line', filter: logged('sweepFound', { sweep: 'reconcile' }) },
  },
  {
    name: 'card-differs',
    level: 'ticket',
    on: 'every `card differs`',
    means: 'visitors saw something else than the profile, its payments or its standing say; it was corrected',
    runbook: 'A card differs',
    when: { kind: 'every-line', filter: logged('cardDiffers') },
  },
  {
    name: 'webhook-failed',
    level: 'ticket',
    on: 'every `webhook failed`',
    means: 'an event could not be processed; Stripe sends it again',
    runbook: 'A request or an event fails',
    when: { kind: 'every-line', filter: logged('webhookFailed') },
  },
  {
    name: 'webhook-ignored',
    level: 'ticket',
    on: 'every `webhook ignored`',
    means: 'an event whose metadata names no possible tip',
    runbook: 'A request or an event fails',
    when: { kind: 'every-line', filter: logged('webhookIgnored') },
  },
  {
    name: 'request-failed',
    level: 'ticket',
    on: 'every `request failed`',
    means: 'a bug',
    runbook: 'A request or an event fails',
    when: { kind: 'every-line', filter: logged('requestFailed') },
  },
  {
    name: 'report-received',
    level: 'ticket',
    on: 'every `report received`',
    means: 'somebody reported a profile, or an order of an authority was written down',
    runbook: 'Illegal or stolen content',
    when: { kind: 'every-line', filter: logged('reportReceived') },
  },
  {
    name: 'reports-late',
    level: 'ticket',
    on: 'any report that has waited for more than 24 hours',
    means: 'somebody reported a profile, and nobody has decided',
    runbook: 'A decision is late',
    when: { kind: 'count', of: metrics.reportsLate, moreThan: 0, minutes: 120 },
  },
  {
    name: 'objections-late',
    level: 'ticket',
    on: 'any objection that has waited for more than 7 days',
    means: 'an owner or a reporter objected, and nobody has answered',
    runbook: 'A decision is late',
    when: { kind: 'count', of: metrics.objectionsLate, moreThan: 0, minutes: 120 },
  },
  {
    name: 'certificate',
    level: 'ticket',
    on: 'the certificate of the host ends in less than 14 days',
    means: 'Hosting has not renewed the certificate, which it does a month ahead',
    runbook: 'The certificate ends soon',
    when: { kind: 'certificate', check: uptimeChecks.health, days: 14 },
  },
  {
    name: 'views-lost',
    level: 'ticket',
    on: 'every `views lost`',
    means: 'Firestore did not take counted views for so long or so often that an instance dropped them',
    runbook: 'Views are missing',
    when: { kind: 'every-line', filter: logged('viewsLost') },
  },
  {
    name: 'abuse',
    level: 'ticket',
    on: 'more than 10 `abuse` in 10 minutes',
    means: 'card testing, or one profile is flooded',
    runbook: 'Card testing',
    when: { kind: 'count', of: metrics.abuse, moreThan: 10, minutes: 10 },
  },
  {
    name: 'slow',
    level: 'ticket',
    on: '5 % of the answers take more than 2 seconds, for 10 minutes',
    means: 'cold starts, a slow Stripe, or one hot profile',
    runbook: 'One hot profile',
    when: { kind: 'slow', seconds: 2, minutes: 10 },
  },
  {
    name: 'memory',
    level: 'ticket',
    on: 'an instance uses more than 85 % of its memory, for 10 minutes',
    means: 'a large export, or a leak',
    runbook: 'Memory runs out',
    when: { kind: 'memory', moreThanPercent: 85, minutes: 10 },
  },
];
