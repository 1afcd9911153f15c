import type { Context } from 'hono';
import { problem, type Problem } from '@busker/core/base/result';
import type { Deps } from '../deps';
import { clientAddress, knownAddress } from '../http/caller';
import { refuse, type Route } from '../http/routes';
import { MemoryLimit } from './limit-counter';

/** The limits of some routes, for docs/hosts/security.md. A test compares the routes with those of the app. */
interface RouteLimit {
  /** Method and path, without the patterns of parameters. `/v1/assets/*` is every address below it. */
  readonly routes: readonly string[];
  readonly limit: string;
  /** Who counts, or why nobody has to. */
  readonly by: string;
}

/** Routes that everybody may read, without a token or a key in the address. */
export const publicReads: readonly string[] = [
  'GET /v1/profiles',
  'GET /v1/profiles/:handle',
  'GET /v1/profiles/:handle/wall',
  'GET /:at',
  'GET /:at/tip',
  'GET /:at/monthly',
  'GET /:at/embed',
  'GET /:at/badge.svg',
  'GET /:at/qr.svg',
  'GET /:at/qr.png',
  'GET /oembed',
  'GET /img/:sha256',
  'GET /assets/*',
  'GET /embed/*',
  'GET /v1/assets/*',
  'GET /t/watch-worker.js',
  'GET /v1/frame.js',
  'GET /docs/errors',
  'GET /docs/webhooks/v1/:file',
  'GET /legal/imprint',
  'GET /legal/contact',
  'GET /legal/terms',
  'GET /legal/privacy',
  'GET /legal/transparency',
  'GET /.well-known/security.txt',
  'GET /report',
  'GET /challenge',
];

/** The path of a route as the table writes it: `/:at{@[^/]+}/tip` is `/:at/tip`. */
export const tablePath = (path: string): string =>
  path.startsWith('/v1/assets/') ? '/v1/assets/*' : path.replace(/\{.*\}/, '');

/** Every figure is multiplied by LIMIT_FACTOR. */
export const routeLimits: readonly RouteLimit[] = [
  {
    routes: ['POST /v1/events'],
    limit:
      '60 events a minute of an address, 5,000 a second of a profile; those above are answered and not counted',
    by: 'each instance, in memory; no request of the store',
  },
  {
    routes: ['POST /v1/tip-sessions'],
    limit: '60 a minute of an address',
    by: 'each instance, in memory',
  },
  {
    routes: ['POST /v1/tips', 'POST /:at/tip'],
    limit: 'the rates of docs/developers/payments.md; a repeated request counts and costs nothing at Stripe',
    by: 'the store',
  },
  {
    routes: [
      'PATCH /v1/tips/:tipId',
      'POST /v1/tips/:tipId/amount',
      'POST /v1/tips/:tipId/end',
      'PUT /v1/tips/:tipId/watch',
      'DELETE /v1/tips/:tipId/watch',
      'POST /v1/tips/:tipId/watch/mail',
    ],
    limit:
      '20 changes in 10 minutes and 100 a day of a tip, 60 in 10 minutes of an address; a repeated request counts and costs nothing at Stripe; 3 mails a day of a tip, 5 of a mail address, 50 of an owner, and the mails of the day (`MAIL_DAILY_CAP`)',
    by: 'the store',
  },
  {
    routes: ['GET /v1/tips/:tipId', 'GET /v1/tips/:tipId/receipt'],
    limit: 'Stripe is asked after 2 seconds, and less often the longer nothing has changed',
    by: 'the tip itself; only its fan has the token',
  },
  {
    routes: ['POST /:at/monthly'],
    limit:
      'of a client: 60 stops in 10 minutes, 10 withdrawals a day. A challenge above 3 stops in 10 minutes or 5 withdrawals an hour of an address that is typed, 20 in 10 minutes of a profile, 5 stops in 10 minutes of a client. Every answer to what is typed takes 2.5 seconds at least',
    by: 'the store',
  },
  {
    routes: [
      'POST /v1/monthly/:monthlyId/stop',
      'POST /v1/monthly/:monthlyId/keep',
      'POST /v1/monthly/:monthlyId/withdraw',
      'POST /v1/monthly/:monthlyId/confirm',
      'POST /v1/monthly/:monthlyId/amount',
      'POST /v1/monthly/:monthlyId/portal',
    ],
    limit: '20 in 10 minutes of a monthly tip, and Stripe’s portal 10 an hour',
    by: 'the store; only its fan has the token',
  },
  {
    routes: ['GET /v1/monthly/:monthlyId'],
    limit:
      'Stripe is asked after 2 seconds while something is expected, and less often the longer nothing has changed',
    by: 'the monthly tip itself; only its fan has the token',
  },
  {
    routes: ['POST /v1/tips/:tipId/undo'],
    limit:
      '2 a day of an address and of a card; without a card, of an address and way to pay, and of a payment',
    by: 'the store',
  },
  {
    routes: ['POST /v1/tips/by-payment', 'GET /t/back'],
    limit: '20 in 10 minutes of an address, or of a payment where no address is known',
    by: 'the store; only the fan has the payment’s secret',
  },
  {
    routes: ['GET /t/:tipId', 'GET /t/:tipId/go', 'POST /t/:tipId/go', 'GET /t/:tipId/pay'],
    limit: 'Stripe is asked 20 times in 10 minutes for a tip',
    by: 'the store; only its fan has the token',
  },
  {
    routes: ['GET /t/:tipId/mail', 'POST /t/:tipId/mail'],
    limit: 'none: the link of a mail changes one wish, and only of its own address',
    by: 'the signature of the link, which ends after two days',
  },
  {
    routes: ['POST /t/:tipId'],
    limit: 'those of the undo, of changed words and of mails to confirm',
    by: 'the store; only the browser in which the tip began has its cookie',
  },
  {
    routes: ['POST /report'],
    limit:
      '30 a day of an address; above 3 in 10 minutes of an address, or 60 of all, a challenge; 3 receipts by mail a day of a mailbox',
    by: 'the store',
  },
  {
    routes: ['GET /report/:id', 'POST /report/:id'],
    limit: 'none of an address',
    by: 'the key in the address of the report',
  },
  {
    routes: publicReads,
    limit:
      '600 a minute of an address, a list of handles counts each of them; behind that, a flood ends at `MAX_INSTANCES`',
    by: 'the edge keeps most answers; each instance counts the others in memory, keeps cards for 10 seconds, and a miss is one read',
  },
  {
    routes: ['GET /health', 'GET /healthz', 'GET /ready', 'GET /readyz'],
    limit: 'none',
    by: 'health reads nothing; readiness keeps its answer for some seconds',
  },
  {
    routes: ['POST /v1/stripe/webhook'],
    limit: 'none',
    by: 'Stripe’s signature is checked before anything is read',
  },
  {
    routes: ['GET /v1/deletion'],
    limit: 'none',
    by: 'the ticket of a deletion is checked before anything is read; the answer reads one document',
  },
  { routes: ['GET /v1/verify/address'], limit: 'one request', by: 'the token of a check after a deploy' },
  {
    routes: [
      'POST /v1/me/sites/check',
      'POST /v1/me/imports',
      'POST /v1/me/imports/picture',
      'POST /v1/me/links/verify',
      'POST /v1/me/links/check',
    ],
    limit: '30 fetched pages in 10 minutes of an owner, all links 4 times an hour',
    by: 'the store',
  },
  {
    routes: ['PUT /v1/me/domain', 'DELETE /v1/me/domain', 'POST /v1/me/domain/check'],
    limit: '20 changes of the domain in an hour of an owner, 30 looks at its records in 10 minutes',
    by: 'the store',
  },
  {
    routes: ['POST /v1/me/publish'],
    limit: '5 new handles in 7 days of an owner, 30 a day of an address',
    by: 'the store',
  },
  {
    routes: ['POST /v1/recovery'],
    limit: '10 an hour of a second factor, 20 an hour of an address',
    by: 'the store',
  },
  {
    routes: ['POST /v1/me/payments/connect', 'POST /v1/me/payments/refresh'],
    limit: '15 in 10 minutes of an owner, both together; each asks Stripe about twice',
    by: 'the store',
  },
  { routes: ['POST /v1/me/sessions'], limit: '60 in 10 minutes of an owner', by: 'the store' },
  {
    routes: ['GET /off/:token', 'POST /off/:token'],
    limit: 'none of an address',
    by: 'the token in the address; what it ends is ended once',
  },
  {
    routes: ['POST /v1/me/channels', 'POST /v1/me/channels/:id/secret'],
    limit:
      '20 a day of an owner; 3 codes a day to one mailbox, whoever asks for them, and 10 of a client whose account has no confirmed address',
    by: 'the store',
  },
  {
    routes: ['PATCH /v1/me/channels/:id', 'PUT /v1/me/quiet'],
    limit: '300 an hour of an owner',
    by: 'the store',
  },
  {
    routes: [
      'POST /v1/me/channels/:id/code',
      'POST /v1/me/channels/:id/verify',
      'POST /v1/me/channels/:id/test',
    ],
    limit: '10 messages an hour of a channel; a code takes 5 tries',
    by: 'the store',
  },
  { routes: ['POST /v1/me/channels/:id/replay'], limit: '3 a day of an owner', by: 'the store' },
  { routes: ['POST /v1/me/deliveries/:id/resend'], limit: '60 an hour of an owner', by: 'the store' },
  {
    routes: ['GET /v1/me/books', 'PUT /v1/me/books/year', 'POST /v1/me/books/closed'],
    limit: '30 in 10 minutes of an owner',
    by: 'the store',
  },
  {
    routes: ['POST /v1/me/thanks'],
    limit:
      '60 looks and texts in 10 minutes, and 10 texts a day, of an owner; each for up to 500 tips. Asking how far one is does not count',
    by: 'the store',
  },
  {
    routes: ['GET /v1/me/balance', 'GET /v1/me/payouts', 'GET /v1/me/payouts/:payoutId'],
    limit: '150 in 10 minutes of an owner; each asks Stripe once or twice',
    by: 'the store',
  },
  {
    routes: ['GET /v1/me/ways'],
    limit: '60 in 10 minutes of an owner; each asks Stripe three times',
    by: 'the store',
  },
];

/** Routes of signed-in people: each request needs an ID token, and one account can be stopped. */
export const signedInRoutes = /^(?:GET|POST|PUT|PATCH|DELETE) \/v1\/(?:me|admin|handles)\//;

const window = { ms: 60_000, points: 600 } as const;

const tooMany = problem('too-many-requests', { figures: { retryAfterSeconds: window.ms / 1000 } });

/** One read, or one for each handle of a list. */
const pointsOf = (c: Context): number => c.req.query('handles')?.split(',').length ?? 1;

/**
 * Limits how often one address may read what everybody may read. Only what the edge does not answer gets here: a walk through invented handles, or
 * queries that differ each time. An address that is not known is not limited. Answers of this limit are in no cache.
 */
export function limitedReads(
  deps: Deps,
  routes: readonly Route[],
  answerPage: (c: Context, why: Problem) => Response,
): readonly Route[] {
  const reads = new MemoryLimit(window.ms, window.points * deps.config.limitFactor);
  const mayRead = (c: Context): boolean => {
    const address = clientAddress(c, deps.config.clientAddress);
    const known = knownAddress(deps, { origin: null, address });
    return known === null || reads.take(known.hash, deps.clock.now(), pointsOf(c));
  };
  return routes.map((route): Route => {
    const { GET } = route.on;
    if (GET === undefined || !publicReads.includes(`GET ${tablePath(route.path)}`)) return route;
    const refused = (c: Context): Response =>
      route.cors === 'public' ? refuse(c, deps.config, tooMany) : answerPage(c, tooMany);
    return { ...route, on: { ...route.on, GET: (c) => (mayRead(c) ? GET(c) : refused(c)) } };
  });
}

/** Who may call a route, for docs/hosts/security.md. A test walks the routes of the app: it fails for a route without a row, and for a row that is not kept. */
export interface SignInRule {
  readonly rule: 'anybody' | 'holder' | 'signed-in' | 'current' | 'fresh' | 'to-delete' | 'moderator';
  readonly needs: string;
  /** Method and path, without the patterns of parameters, as in the table of limits. */
  readonly routes: readonly string[];
}

export const signInRules: readonly SignInRule[] = [
  {
    rule: 'anybody',
    needs: 'nothing',
    routes: [
      ...publicReads,
      'GET /v1/handles/:handle',
      'POST /:at/tip',
      'POST /:at/monthly',
      'POST /report',
      'GET /health',
      'GET /healthz',
      'GET /ready',
      'GET /readyz',
      'POST /v1/events',
      'POST /v1/tip-sessions',
      'POST /v1/tips',
    ],
  },
  {
    rule: 'holder',
    needs:
      'a secret that only one person or service has: the token of a tip, a payment, a report, a mail or a deletion, Stripe’s signature, both proofs of a recovery',
    routes: [
      'GET /v1/tips/:tipId',
      'PATCH /v1/tips/:tipId',
      'GET /v1/tips/:tipId/receipt',
      'PUT /v1/tips/:tipId/watch',
      'DELETE /v1/tips/:tipId/watch',
      'POST /v1/tips/:tipId/watch/mail',
      'POST /v1/tips/:tipId/undo',
      'POST /v1/tips/:tipId/end',
      'POST /v1/tips/:tipId/amount',
      'POST /v1/tips/by-payment',
      'GET /v1/monthly/:monthlyId',
      'POST /v1/monthly/:monthlyId/stop',
      'POST /v1/monthly/:monthlyId/amount',
      'POST /v1/monthly/:monthlyId/portal',
      'POST /v1/monthly/:monthlyId/keep',
      'POST /v1/monthly/:monthlyId/withdraw',
      'POST /v1/monthly/:monthlyId/confirm',
      'GET /t/back',
      'GET /t/:tipId',
      'POST /t/:tipId',
      'GET /t/:tipId/go',
      'POST /t/:tipId/go',
      'GET /t/:tipId/pay',
      'GET /t/:tipId/mail',
      'POST /t/:tipId/mail',
      'GET /report/:id',
      'POST /report/:id',
      'GET /off/:token',
      'POST /off/:token',
      'GET /v1/deletion',
      'GET /v1/verify/address',
      'POST /v1/stripe/webhook',
      'POST /v1/recovery',
    ],
  },
  {
    rule: 'signed-in',
    needs: 'an ID token, which is valid for an hour',
    routes: [
      'GET /v1/me/terms',
      'POST /v1/me/terms',
      'GET /v1/me/appeals',
      'POST /v1/me/appeals',
      'POST /v1/me/publish',
      'POST /v1/me/unpublish',
      'POST /v1/me/page-preview',
      'PUT /v1/me/pause',
      'DELETE /v1/me/pause',
      'GET /v1/me/books',
      'PUT /v1/me/books/year',
      'POST /v1/me/thanks',
      'POST /v1/me/tips/:tipId/moderation',
      'POST /v1/me/tips/:tipId/reply',
      'DELETE /v1/me/tips/:tipId/reply',
      'POST /v1/me/monthly/:monthlyId/stop',
      'POST /v1/me/payments/refresh',
      'GET /v1/me/ways',
      'GET /v1/me/balance',
      'GET /v1/me/payouts',
      'GET /v1/me/payouts/:payoutId',
      'POST /v1/me/sign-in-methods',
      'DELETE /v1/me/sessions/:device',
      'GET /v1/me/channels',
      'PATCH /v1/me/channels/:id',
      'DELETE /v1/me/channels/:id',
      'POST /v1/me/channels/:id/code',
      'POST /v1/me/channels/:id/verify',
      'POST /v1/me/channels/:id/test',
      'POST /v1/me/deliveries/:id/resend',
      'PUT /v1/me/quiet',
      'GET /v1/me/overlay',
      'PATCH /v1/me/overlay',
      'DELETE /v1/me/overlay',
      'POST /v1/me/overlay/live',
      'POST /v1/me/overlay/test',
      'GET /v1/me/standing',
      'GET /v1/me/sites',
      'POST /v1/me/sites',
      'POST /v1/me/sites/check',
      'POST /v1/me/imports',
      'POST /v1/me/imports/picture',
      'POST /v1/me/links/verify',
      'POST /v1/me/links/check',
      'GET /v1/me/domain',
      'POST /v1/me/domain/check',
    ],
  },
  {
    rule: 'current',
    needs: 'an ID token that the sign-in service confirms: not one of a session that was ended',
    routes: [
      'POST /v1/me/books/closed',
      'POST /v1/me/payments/connect',
      'POST /v1/me/sessions',
      'POST /v1/me/sign-out',
      'GET /v1/me/recovery-codes',
      'PUT /v1/me/domain',
      'DELETE /v1/me/domain',
    ],
  },
  {
    rule: 'fresh',
    needs: 'the same, of a sign-in of the last 10 minutes',
    routes: [
      'POST /v1/me/tips/:tipId/refunds',
      'POST /v1/me/monthly/stop-all',
      'POST /v1/me/channels',
      'POST /v1/me/channels/:id/secret',
      'POST /v1/me/channels/:id/replay',
      'POST /v1/me/overlay',
      'POST /v1/me/overlay/key',
      'POST /v1/me/recovery-codes',
      'GET /v1/me/export.csv',
      'GET /v1/me/export.json',
      'POST /v1/me/export',
      'POST /v1/me/exports',
      'POST /v1/me/exports/link',
    ],
  },
  {
    rule: 'to-delete',
    needs: 'the same, and an owner can repeat a deletion that failed',
    routes: ['POST /v1/me/delete'],
  },
  {
    rule: 'moderator',
    needs: 'the right of a moderator, read at each request, and a sign-in of the last 15 minutes',
    routes: [
      'POST /v1/admin/acts',
      'GET /v1/admin/pictures/:sha256',
      'GET /v1/admin/reports',
      'GET /v1/admin/reports/:id',
      'POST /v1/admin/reports/:id/decision',
      'GET /v1/admin/appeals',
      'POST /v1/admin/appeals/:id/answer',
      'GET /v1/admin/mails',
      'POST /v1/admin/mails/:id',
    ],
  },
];
