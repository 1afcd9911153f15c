import { randomBytes } from 'node:crypto';
import type { Config } from './config';
import type { Deps } from './deps';
import { firebaseAdapters } from './firebase-adapters';
import { createLog, type LogSink } from './log';
import { stripeClient } from './stripe-client';
import { StripePayments } from './stripe-payments';

const toStandardOutput: LogSink = (line) => void process.stdout.write(`${line}\n`);

/** The real things, made from the configuration. */
export function liveDeps(config: Config, write: LogSink = toStandardOutput): Deps {
  const clock = { now: () => Date.now() };
  return {
    config: config.app,
    ...firebaseAdapters(config.firebase),
    payments: new StripePayments(stripeClient(config.stripe), config.stripe.webhookSecrets, clock),
    clock,
    ids: { fresh: () => randomBytes(15).toString('hex') },
    log: createLog(write),
  };
}
