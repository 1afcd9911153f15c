import { problem } from '../../core/base/problem';
import { fail, ok } from '../../core/base/result';
import type { Deps } from '../deps';
import { bearer } from './bearer';
import { clientAddress, limitedPart } from './client-address';
import { answer } from './respond';
import type { Route } from './routes';
import { fingerprint } from './signed-token';
import { spendVerifyToken } from './verify-token';

/**
 * `GET /v1/verify/address`: the address that the limits count for this request. Checks after a deploy call it, with a token for one request. The
 * answer is a keyed hash: it lets a check compare two requests, and shows no address.
 */
export function verifyRoutes({ config, store, clock }: Deps): readonly Route[] {
  return [
    {
      path: '/v1/verify/address',
      cors: 'none',
      on: {
        GET: async (c) => {
          const token = bearer(c);
          const isValid = token !== undefined && (await spendVerifyToken(store, token, clock.now()));
          if (!isValid) return answer(c, config, fail(problem('sign-in-required')));
          const address = clientAddress(c, config.clientAddress);
          const counted =
            address === null ? null : fingerprint(config.secrets, 'verified-address', limitedPart(address));
          return answer(c, config, ok({ address: counted }));
        },
      },
    },
  ];
}
