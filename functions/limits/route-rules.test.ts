import { describe, expect, it } from 'vitest';
import { styleAddress } from '../pages/page-assets';
import {
  adasScenario,
  adaUid,
  anotherProcess,
  bearerOf,
  emptyScenario,
  goodTip,
  paidTip,
  receiptForm,
  sendTip,
  tipSession,
  word,
  type Answer,
  type Scenario,
} from '../testing/ada';
import { jsonEndpoints } from '../testing/json-endpoints';
import { askingMonthly } from '../testing/monthly-scenario';
import { goodReport } from '../testing/reports';
import { traces } from '../testing/stored-state';
import { phone, pushKeys } from '../testing/outbox-scenario';
import {
  publicReads,
  routeLimits,
  signedInRoutes,
  signInRules,
  tablePath,
  type SignInRule,
} from './route-rules';

describe('route limits', () => {
  // Holds host-047.
  it('the table of limits has every public route once, and no other', () => {
    const { app } = emptyScenario();
    const routes = app.routes
      .filter(({ method }) => method !== 'ALL' && method !== 'OPTIONS')
      .map(({ method, path }) => `${method} ${tablePath(path)}`);
    const rows = routeLimits.flatMap(({ routes: each }) => each);
    expect(new Set(rows).size).toBe(rows.length);
    const named = new Set(rows);
    expect([...new Set(routes)].filter((route) => !named.has(route) && !signedInRoutes.test(route))).toEqual(
      [],
    );
    expect(rows.filter((row) => !routes.includes(row))).toEqual([]);
  });
});

describe('limited reads', () => {
  const scenarioWithLimits = () => adasScenario({ limitFactor: 1 });

  const read = async ({ app }: Scenario, path: string, address = '198.51.100.7', language = 'en') =>
    app.request(path, { headers: { 'x-forwarded-for': address, 'accept-language': language } });

  async function readOften(scenario: Scenario, path: string, times: number): Promise<number[]> {
    const statuses = [];
    for (let sent = 0; sent < times; sent += 1) statuses.push((await read(scenario, path)).status);
    return [...new Set(statuses)];
  }

  describe('reads of what everybody may read', () => {
    it('answers 600 requests a minute of one address, then says how long to wait, without a request of the store', async () => {
      const scenario = await scenarioWithLimits();
      expect(await readOften(scenario, '/v1/profiles/ada', 300)).toEqual([200]);
      expect(await readOften(scenario, '/v1/profiles/nobody', 300)).toEqual([404]);
      const before = scenario.deps.store.requests;
      const refused = await read(scenario, '/v1/profiles/ada');
      expect({
        status: refused.status,
        code: ((await refused.json()) as Record<string, unknown>)['code'],
        wait: refused.headers.get('retry-after'),
        kept: refused.headers.get('cache-control'),
      }).toEqual({ status: 429, code: 'too-many-requests', wait: '60', kept: 'private, no-store' });
      expect(scenario.deps.store.requests).toBe(before);
      expect((await read(scenario, '/v1/profiles/ada', '203.0.113.8')).status).toBe(200);
      scenario.deps.clock.advance(60_000);
      expect((await read(scenario, '/v1/profiles/ada')).status).toBe(200);
    });

    it('shows a page in the reader’s language where a page was asked for', async () => {
      const scenario = await scenarioWithLimits();
      await readOften(scenario, '/v1/frame.js', 600);
      const page = await read(scenario, '/@ada', '198.51.100.7', 'de');
      expect(page.status).toBe(429);
      expect(page.headers.get('content-type')).toContain('text/html');
      expect(await page.text()).toContain('<html lang="de"');
    });

    it('counts each handle of a list', async () => {
      const scenario = await scenarioWithLimits();
      const many = `/v1/profiles?handles=${Array.from({ length: 20 }, (_, at) => `walk-${at}`).join(',')}`;
      expect(await readOften(scenario, many, 30)).toEqual([200]);
      expect((await read(scenario, many)).status).toBe(429);
    });

    it('leaves checks of the service, and fans with a token, without this limit', async () => {
      const scenario = await scenarioWithLimits();
      await readOften(scenario, '/v1/profiles/ada', 601);
      expect((await read(scenario, '/health')).status).toBe(200);
      expect((await read(scenario, '/v1/tips/unknown')).status).not.toBe(429);
    });

    it('limits nobody whose address is not known', async () => {
      const scenario = await scenarioWithLimits();
      const statuses = new Set<number>();
      for (let sent = 0; sent < 700; sent += 1)
        statuses.add((await scenario.app.request('/v1/profiles/ada')).status);
      expect([...statuses]).toEqual([200]);
    });
  });
});

describe('sign in rules', () => {
  // Every route needs a row in route-rules.ts, and is asked here as the row says. A new route without a row fails.

  const shape = (route: string) => route.replaceAll(/\/:[^/]+/g, '/:');
  const rows = signInRules.flatMap(({ rule, routes }) => routes.map((route) => [route, rule] as const));
  const withRule = (...rules: readonly SignInRule['rule'][]) =>
    rows.filter(([, rule]) => rules.includes(rule));
  const owners = withRule('signed-in', 'current', 'fresh', 'to-delete', 'moderator');

  // Holds host-072.
  it('the table has every route once, and no other', () => {
    const { app } = emptyScenario();
    const routes = app.routes
      .filter(({ method }) => method !== 'ALL' && method !== 'OPTIONS')
      .map(({ method, path }) => `${method} ${tablePath(path)}`);
    expect(rows.map(([route]) => route).toSorted()).toEqual([...new Set(routes)].toSorted());
  });

  /** Requests a route with a body that it would take, and with ids of nothing. */
  function ask(scenario: Scenario, route: string, headers: Record<string, string> = {}): Promise<Answer> {
    const [method = '', path = ''] = route.split(' ');
    const body = jsonEndpoints.find((each) => shape(`${each.method} ${each.path}`) === shape(route))?.valid;
    const address = path
      .replace(':sha256', 'a'.repeat(64))
      .replace(':at', '@ada')
      .replace('/v1/assets/*', '/v1/assets/none.js')
      .replaceAll(/:\w+/g, 'aabbccddeeff');
    return scenario.call(method, address, body, headers);
  }

  const minute = 60_000;

  /** Ada's scenario with the sign-in of a token so long ago. */
  async function signedInAgo(ms: number, limitFactor = 1): Promise<Scenario> {
    const scenario = await adasScenario({ limitFactor });
    scenario.deps.clock.advance(24 * 60 * minute);
    scenario.deps.users.known.unshift({ uid: adaUid, email: 'ada@example.com', role: 'admin' });
    scenario.deps.idTokens.signIn('aged', {
      uid: adaUid,
      guest: false,
      provider: 'password',
      email: 'ada@example.com',
      emailVerified: true,
      signedInAt: scenario.deps.clock.now() - ms,
    });
    return scenario;
  }

  /** Milliseconds after which a sign-in is too old for a rule; null = never. */
  const tooOld: Readonly<Record<SignInRule['rule'], number | null>> = {
    anybody: null,
    holder: null,
    'signed-in': null,
    current: null,
    fresh: 10 * minute,
    'to-delete': 10 * minute,
    moderator: 15 * minute,
  };

  // Holds host-072.
  it.each(owners)('%s is for nobody without a token, and changes nothing', async (route) => {
    const scenario = await adasScenario();
    const before = traces(scenario);
    for (const headers of [{}, bearerOf('forged'), { authorization: 'Basic YTpi' }]) {
      const { status, json } = await ask(scenario, route, headers);
      expect([status, json['code']]).toEqual([401, 'sign-in-required']);
    }
    expect(traces(scenario)).toBe(before);
  });

  // Holds host-072.
  it.each(withRule('fresh', 'to-delete', 'moderator'))(
    '%s asks for a sign-in as recent as its rule %s says, and changes nothing before',
    async (route, rule) => {
      const most = tooOld[rule] ?? 0;
      const scenario = await signedInAgo(most + 1);
      const before = traces(scenario);
      const { status, json } = await ask(scenario, route, bearerOf('aged'));
      expect([status, json['code']]).toEqual([401, 'recent-sign-in-required']);
      expect(traces(scenario)).toBe(before);
      expect((await ask(await signedInAgo(most), route, bearerOf('aged'))).status).not.toBe(401);
    },
  );

  // Holds host-072.
  it.each(withRule('signed-in', 'current'))('%s takes a sign-in of fifty minutes ago', async (route) => {
    expect((await ask(await signedInAgo(50 * minute), route, bearerOf('aged'))).status).not.toBe(401);
  });

  /** Signed in, and then all sessions were ended. */
  async function endedSession(): Promise<Scenario> {
    const scenario = await signedInAgo(0);
    scenario.deps.idTokens.revoked.add('aged');
    return scenario;
  }

  // Holds host-072.
  it.each(withRule('current', 'fresh', 'to-delete', 'moderator'))(
    '%s refuses the token of an ended session, and changes nothing',
    async (route) => {
      const scenario = await endedSession();
      const before = traces(scenario);
      expect((await ask(scenario, route, bearerOf('aged'))).status).toBe(401);
      expect(traces(scenario)).toBe(before);
    },
  );

  // Holds host-072.
  it.each(withRule('signed-in'))('%s asks the sign-in service for nothing', async (route) => {
    expect((await ask(await endedSession(), route, bearerOf('aged'))).status).not.toBe(401);
  });

  // Holds host-072.
  it.each(withRule('moderator'))('%s is for moderators and admins alone', async (route) => {
    const scenario = await signedInAgo(0);
    scenario.deps.users.known.length = 0;
    const before = traces(scenario);
    expect((await ask(scenario, route, bearerOf('aged'))).json['code']).toBe('moderator-needed');
    expect(traces(scenario)).toBe(before);
  });

  // Holds host-079.
  it.each(owners)(
    '%s takes 300 requests of an account in ten minutes, and then changes nothing',
    async (route) => {
      const scenario = await signedInAgo(0);
      const [method = '', path = ''] = route.split(' ');
      const pattern = scenario.app.routes.find(
        (each) => each.method === method && tablePath(each.path) === path,
      );
      const { limits, clock } = scenario.deps;
      for (let n = 0; n < 300 * scenario.deps.config.limitFactor; n += 1)
        limits.inMemory.take(`${adaUid} ${method} ${pattern?.path}`, clock.now(), 1, Infinity);
      const before = traces(scenario);
      const refused = await ask(scenario, route, bearerOf('aged'));
      expect([refused.status, refused.json['code']]).toEqual([429, 'too-many-requests']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(traces(scenario)).toBe(before);
      clock.advance(10 * minute);
      scenario.deps.idTokens.signIn('aged', {
        uid: adaUid,
        guest: false,
        provider: 'password',
        email: 'ada@example.com',
        emailVerified: true,
        signedInAt: clock.now(),
      });
      expect((await ask(scenario, route, bearerOf('aged'))).status).not.toBe(429);
    },
  );

  /** What a guess may leave behind: a count of it. */
  const withoutCounts = (scenario: Scenario) =>
    traces(scenario).replaceAll(/"limits\/[^"]+":\{[^}]*\},?/g, '');

  /** These pages are the same for every token, so that they tell nothing. */
  const sameForAll = /\/off\/|^GET \/t\/|\/v1\/deletion/;
  const guessed = withRule('holder').map(([route]) => [route, sameForAll.test(route) ? 200 : 400] as const);

  // Holds host-072.
  it.each(guessed)('%s changes nothing without its secret', async (route, least) => {
    const scenario = await adasScenario();
    const before = withoutCounts(scenario);
    expect((await ask(scenario, route)).status).toBeGreaterThanOrEqual(least);
    expect(withoutCounts(scenario)).toBe(before);
  });
});

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
    'POST /v1/tips/:tipId/watch/mail',
    {
      answers: tooMany,
      ask: waiting('/v1/tips/:tipId/watch/mail', { email: 'kim@example.com', lang: 'en' }),
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
  ['GET /t/:tipId/go', { answers: 'quiet', ask: waiting('/t/:tipId/go') }],
  [
    'POST /t/:tipId/go',
    {
      answers: [429, null],
      ask: async (scenario) => {
        const made = await scenario.call(
          'POST',
          '/v1/tips?via=receipt',
          await goodTip(scenario, { surface: 'hosted' }),
        );
        // Read a moment ago, so that Stripe is not asked for its state.
        const token = bearerOf(word(made, 'tipToken'));
        await scenario.call('GET', `/v1/tips/${word(made, 'tipId')}`, undefined, token);
        const { pathname, search, hash } = new URL(word(made, 'url'));
        return page(pathname + search, { token: hash.slice(1) })(scenario);
      },
    },
  ],
  [
    'POST /t/:tipId',
    {
      answers: [429, null],
      ask: async (scenario) => receiptForm(scenario, await paidTip(scenario), { do: 'save', name: 'Zoe' }),
    },
  ],
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
  ...without('GET /off/:token', 'POST /off/:token', 'GET /t/:tipId/mail', 'POST /t/:tipId/mail'),
]);

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

describe('routes without a sign-in', () => {
  // Holds dash-204.
  it('every route without a sign-in has a row that says what it answers at its limit, and every row is a route', () => {
    const routes = routeLimits.flatMap((each) => each.routes).filter((route) => !signedInRoutes.test(route));
    expect([...rows.keys()].toSorted()).toEqual(routes.toSorted());
  });

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
  it.each(quiet)(
    '%s answers above its limit without asking Stripe, and writes nothing',
    async (route, ask) => {
      const scenario = await adasScenario();
      const asked = await ask(scenario);
      const before = traces(scenario);
      expect((await send(exhausted(scenario), route, asked)).status).toBeLessThan(500);
      expect(traces(scenario)).toBe(before);
    },
  );
});
