import { createHash, randomBytes } from 'node:crypto';
import { fail, ok, problem } from '@busker/core/base/result';
import { verifyTokenLifetime } from '@busker/core/account/account-document';
import type { Deps } from '../deps';
import { stored, type Store } from '../store/store';
import { clientAddress, limitedPart } from './caller';
import { bearer, answer, notCached, refuse, type Route } from './routes';
import { fingerprint } from '../signed-token';

/** A day in browsers and at the edge: no cache is notified when a picture is removed. */
const pictureCaching = 'public, max-age=86400, immutable';

/** Cloud Run answers `/healthz` itself (cloud.google.com/run/docs/known-issues), so checks of the service request `/health`. */
const healthPaths = ['/health', '/healthz'];

/** `GET /health`, and the published pictures. */
export function serviceRoutes({ config, pictures }: Deps): readonly Route[] {
  return [
    ...healthPaths.map((path): Route => ({
      path,
      cors: 'none',
      on: {
        GET: (c) => {
          c.header('Cache-Control', notCached);
          return c.json({ ok: true, ...(config.release === null ? {} : { release: config.release }) });
        },
      },
    })),
    {
      path: '/img/:sha256{[0-9a-f]{64}}',
      cors: 'public',
      on: {
        GET: async (c) => {
          const picture = await pictures.read(c.req.param('sha256') ?? '');
          if (picture === undefined) return refuse(c, config, problem('route-not-found'));
          c.header('Cache-Control', pictureCaching);
          c.header('Content-Type', picture.type);
          return c.body(Uint8Array.from(picture.bytes));
        },
      },
    },
  ];
}

const docOf = (token: string) => stored.verifyToken(createHash('sha256').update(token).digest('hex'));

/** Makes a token for one request. This needs write access to the database. */
export async function newVerifyToken(store: Store, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await store.commit([], (writes) =>
    writes.write(docOf(token), { v: 1, expiresAt: now + verifyTokenLifetime }),
  );
  return token;
}

/** Whether the token was valid. The check uses the token up. */
function spendVerifyToken(store: Store, token: string, now: number): Promise<boolean> {
  return store.transaction(async (tx) => {
    const found = await tx.read(docOf(token));
    if (found === undefined) return false;
    tx.remove(docOf(token).path);
    return found.expiresAt > now;
  });
}

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
