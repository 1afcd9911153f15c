import { randomBytes } from 'node:crypto';

/** The signing secret of a webhook, as Standard Webhooks 1.0.0 writes it: 32 random bytes. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The secret part of the address that ends a mail channel: 160 random bits. */
export const newOffToken = (): string => randomBytes(20).toString('hex');

/** The name of an ntfy topic is also its password: 128 random bits. */
export const newTopic = (): string => `busker-${randomBytes(16).toString('hex')}`;
