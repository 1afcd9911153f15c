import { randomBytes } from 'node:crypto';

/** A secret as Standard Webhooks 1.0.0 writes it: `whsec_` and the base64 of 32 random bytes. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
