import { randomBytes } from 'node:crypto';

/** The secret part of the address that ends a mail channel: 160 random bits. */
export const newOffToken = (): string => randomBytes(20).toString('hex');

/** The name of an ntfy topic is also its password: 128 random bits. */
export const newTopic = (): string => `busker-${randomBytes(16).toString('hex')}`;
