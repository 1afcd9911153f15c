import { expect, it } from 'vitest';
import { styleAddress } from '../pages/page-assets';
import {
  adasScenario,
  anotherProcess,
  bearerOf,
  goodTip,
  paidTip,
  sendTip,
  tipSession,
  word,
  type Scenario,
} from '../testing/ada';
import { jsonEndpoints } from '../testing/json-endpoints';
import { askingMonthly } from '../testing/monthly-scenario';
import { goodReport } from '../testing/reports';
import { phone, pushKeys } from '../testing/watching-fan';
import { traces } from '../testing/traces';
import { publicReads, routeLimits, signedInRoutes } from './route-rules';

// Every route that needs no sign-in has a row here: what it answers when its limit is reached. A new route without a row fails.

interface Asked {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Row {
  /**
   * Status and code when no request is left; `none` = the route has no limit that refuses, and route-rules.ts says why; `quiet` = it answers as ever, and
   * Stripe is not asked.
   */
  readonly answers: readonly [status: number, code: string | null] | 'none' | 'quiet';
  readonly ask?: (scenario: Scenario) => Promise<Asked>;
  readonly asksStripe?: true;
}

const tooMany = [429, 'too-many-requests'] as const;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const own = (scenario: Scenario) => ({ origin: scenario.deps.config.publicOrigin });
const validOf = (path: string) => jsonEndpoints.find((each) => each.path === path)?.valid;

const waiting = (path: string, body?: unknown) => async (scenario: Scenario) => {
  const { tipId, tipToken } = await sendTip(scenario);
  return { path: path.replace(':tipId', tipId), body, headers: bearerOf(tipToken) };
};
const monthly = (path: string, body?: unknown) => async (scenario: Scenario) => {
  const { id, token } = await askingMonthly(scenario);
  return { path: path.replace(':monthlyId', id), body, headers: bearerOf(token) };
};
const page = (path: string, fields: Readonly<Record<string, string>>) => async (scenario: Scenario) => ({
  path,
  body: new URLSearchParams(fields).toString(),
  headers: { ...form, ...own(scenario) },
});

/** Addresses of what everybody may read, where the route has parameters. */
const readable = (route: string) =>
  (route.split(' ')[1] ?? '')
    .replace(':at', '@ada')
    .replace('/v1/assets/*', styleAddress(null))
    .replace(':handle', 'ada')
    .replace(':sha256', 'a'.repeat(64))
    .replace(':file', 'event.json');

const reads = publicReads.map((route): readonly [string, Row] => [
  route,
  {
    answers: [429, null],
    ask: async () => ({ path: readable(route).replace(/^\/v1\/profiles$/, '/v1/profiles?handles=ada') }),
  },
]);

const without = (...routes: readonly string[]) =>
  routes.map((route): readonly [string, Row] => [route, { answers: 'none' }]);

const rows: ReadonlyMap<string, Row> = new Map<string, Row>([
  ...reads,
  // A beacon cannot read answers, so there is only one.
  [
    'POST /v1/events',
    {
      answers: [204, null],
      ask: async () => ({
        path: '/v1/events',
        body: JSON.stringify({ handle: 'ada', events: [{ type: 'view' }] }),
        headers: { 'content-type': 'text/plain' },
      }),
    },
  ],
  [
    'POST /v1/tip-sessions',
    { answers: tooMany, ask: async () => ({ path: '/v1/tip-sessions', body: { handle: 'ada' } }) },
  ],
  // No page needs more tips of one opened sheet: it is opened anew.
  [
    'POST /v1/tips',
    { answers: [403, 'session-expired'], ask: async (s) => ({ path: '/v1/tips', body: await goodTip(s) }) },
  ],
  [
    'POST /:at/tip',
    {
      answers: [403, null],
      ask: async (scenario) =>
        page('/@ada/tip', {
          session: await tipSession(scenario),
          id: '0f9b1c2d-3e4f-4a5b-8c6d-000000000099',
          amount: '5.00',
          tip: '500',
          currency: 'usd',
        })(scenario),
    },
  ],
  ['PATCH /v1/tips/:tipId', { answers: tooMany, ask: waiting('/v1/tips/:tipId', { name: 'Zoe' }) }],
  [
    'POST /v1/tips/:tipId/amount',
    {
      answers: tooMany,
      ask: waiting('/v1/tips/:tipId/amount', { tipAmount: 600, coverCosts: false, total: 600 }),
    },
  ],
  [
    'PUT /v1/tips/:tipId/watch',
    {
      answers: tooMany,
      ask: waiting('/v1/tips/:tipId/watch', {
        subscription: { endpoint: phone, keys: pushKeys },
        lang: 'en',
      }),
    },
  ],
  [
    'DELETE /v1/tips/:tipId/watch',
    {
      answers: tooMany,
      ask: waiting('/v1/tips/:tipId/watch', { endpoint: 'https://push.example/p' }),
    },
  ],
  [
    'POST /:at/monthly',
    { answers: [429, null], ask: page('/@ada/monthly', { what: 'stop', email: 'kim@example.com' }) },
  ],
  [
    'POST /v1/monthly/:monthlyId/stop',
    { answers: tooMany, ask: monthly('/v1/monthly/:monthlyId/stop', { when: 'period-end' }) },
  ],
  ['POST /v1/monthly/:monthlyId/keep', { answers: tooMany, ask: monthly('/v1/monthly/:monthlyId/keep') }],
  [
    'POST /v1/monthly/:monthlyId/withdraw',
    { answers: tooMany, ask: monthly('/v1/monthly/:monthlyId/withdraw') },
  ],
  [
    'POST /v1/monthly/:monthlyId/confirm',
    { answers: tooMany, ask: monthly('/v1/monthly/:monthlyId/confirm') },
  ],
  [
    'POST /v1/monthly/:monthlyId/amount',
    {
      answers: tooMany,
      ask: monthly('/v1/monthly/:monthlyId/amount', validOf('/v1/monthly/:tip/amount')),
    },
  ],
  [
    'POST /v1/monthly/:monthlyId/portal',
    { answers: tooMany, ask: monthly('/v1/monthly/:monthlyId/portal', { flow: 'card' }) },
  ],
  ['POST /v1/tips/:tipId/end', { answers: tooMany, ask: waiting('/v1/tips/:tipId/end') }],
  [
    'POST /v1/tips/:tipId/undo',
    {
      answers: [409, 'undo-unavailable'],
      // The card has a limit too, and only Stripe knows which card it was.
      asksStripe: true,
      ask: async (scenario) => {
        const { tipId, tipToken } = await paidTip(scenario);
        return { path: `/v1/tips/${tipId}/undo`, headers: bearerOf(tipToken) };
      },
    },
  ],
  [
    'POST /v1/tips/by-payment',
    {
      answers: tooMany,
      ask: async () => ({ path: '/v1/tips/by-payment', body: validOf('/v1/tips/by-payment') }),
    },
  ],
  [
    'GET /t/back',
    {
      answers: [429, null],
      ask: async () => ({ path: '/t/back?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_1' }),
    },
  ],
  ['GET /t/:tipId', { answers: 'quiet', ask: waiting('/t/:tipId') }],
  ['GET /t/:tipId/pay', { answers: 'quiet', ask: waiting('/t/:tipId/pay') }],
  [
    'POST /report',
    {
      answers: [429, null],
      ask: page('/report', goodReport),
    },
  ],
  [
    'POST /v1/recovery',
    {
      answers: tooMany,
      ask: async () => ({ path: '/v1/recovery', body: validOf('/v1/recovery') }),
    },
  ],
  // Each asks Stripe less often the longer nothing has changed, whatever the number of requests.
  ...without('GET /v1/tips/:tipId', 'GET /v1/tips/:tipId/receipt', 'GET /v1/monthly/:monthlyId'),
  ...without(
    'GET /report/:id',
    'POST /report/:id',
    'GET /health',
    'GET /healthz',
    'GET /ready',
    'GET /readyz',
  ),
  ...without('POST /v1/stripe/webhook', 'GET /v1/deletion', 'GET /v1/verify/address'),
  ...without('GET /off/:token', 'POST /off/:token'),
]);

// Holds dash-204.
it('every route without a sign-in has a row that says what it answers at its limit, and every row is a route', () => {
  const routes = routeLimits.flatMap((each) => each.routes).filter((route) => !signedInRoutes.test(route));
  expect([...rows.keys()].toSorted()).toEqual(routes.toSorted());
});

/** Another process that has what the first has stored, and allows no request at all. */
const exhausted = (scenario: Scenario): Scenario =>
  anotherProcess(scenario, { config: { ...scenario.deps.config, limitFactor: 0 } });

const send = (scenario: Scenario, route: string, { path, body, headers }: Asked) =>
  scenario.call(route.split(' ')[0] ?? '', path, body, headers);

const limited = [...rows].flatMap(([route, { answers, ask, asksStripe }]) =>
  answers === 'none' || answers === 'quiet' || ask === undefined
    ? []
    : [[route, answers, ask, asksStripe === true] as const],
);
const quiet = [...rows].flatMap(([route, { answers, ask }]) =>
  answers === 'quiet' && ask !== undefined ? [[route, ask] as const] : [],
);

// Holds dash-204.
it.each(limited)(
  '%s refuses above its limit, says when to come again, and writes nothing',
  async (...row) => {
    const [route, [status, code], ask, asksStripe] = row;
    const kept = (of: Scenario) => (asksStripe ? JSON.stringify(of.deps.store.dump()) : traces(of));
    const scenario = await adasScenario();
    const asked = await ask(scenario);
    const before = kept(scenario);
    const answer = await send(exhausted(scenario), route, asked);
    expect([answer.status, code === null ? null : word(answer, 'code')]).toEqual([status, code]);
    const wait = Number(answer.headers.get('retry-after') ?? 0);
    expect(wait > 0).toBe(status === 429);
    expect(kept(scenario)).toBe(before);
    // With requests left, the same request is not refused for their number.
    expect((await send(scenario, route, asked)).status).not.toBe(429);
  },
);

// Holds dash-204.
it.each(quiet)('%s answers above its limit without asking Stripe, and writes nothing', async (route, ask) => {
  const scenario = await adasScenario();
  const asked = await ask(scenario);
  const before = traces(scenario);
  expect((await send(exhausted(scenario), route, asked)).status).toBeLessThan(500);
  expect(traces(scenario)).toBe(before);
});
