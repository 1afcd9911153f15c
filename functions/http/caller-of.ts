import type { Context } from 'hono';
import type { AppConfig } from '../config';
import type { Caller } from '../limits/caller';
import { clientAddress } from './client-address';
import { pageOrigin } from './page-origin';

/** Who sent a request: the origin of the page, and the address. */
export const callerOf = (
  c: Context,
  { clientAddress: source }: Pick<AppConfig, 'clientAddress'>,
): Caller => ({
  origin: pageOrigin(c.req.header('origin')),
  address: clientAddress(c, source),
});
