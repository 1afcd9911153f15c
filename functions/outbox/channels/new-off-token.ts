import { randomBytes } from 'node:crypto';

/** The secret part of the address that ends a mail channel: 160 random bits. */
export const newOffToken = (): string => randomBytes(20).toString('hex');
