import Stripe from 'stripe';
import type { StripeConfig } from '../config';

/** The API version of this code: the one that the SDK pins. The sandbox refuses any other. */
export const stripeApiVersion = '2026-10-28.endive';

/** The SDK's default time-out of 80 s is longer than a function may run (60 s); 15 s and two retries fit. Stripe gets no telemetry. */
export function stripeClient({ secretKey, apiBase }: Pick<StripeConfig, 'secretKey' | 'apiBase'>): Stripe {
  const settings = {
    apiVersion: stripeApiVersion,
    timeout: 15_000,
    maxNetworkRetries: 2,
    telemetry: false,
    appInfo: { name: 'Busker' },
  } as const;
  if (apiBase === null) return new Stripe(secretKey, settings);
  const { hostname, port, protocol } = new URL(apiBase);
  const http = protocol === 'http:';
  return new Stripe(secretKey, {
    ...settings,
    host: hostname,
    port: port === '' ? (http ? 80 : 443) : Number(port),
    protocol: http ? 'http' : 'https',
  });
}
