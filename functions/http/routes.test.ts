import type { ProblemCode } from '@busker/core/base/problem-codes';
import { badDocumentIds } from '@busker/core/testing/fakes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  emptyScenario,
  goodTip,
  paidTip,
  refusedFields,
  sendTip,
  signIn,
  type Scenario,
} from '../testing/ada';
import { long, jsonEndpoints, type Endpoint } from '../testing/json-endpoints';
import { askingMonthly } from '../testing/monthly-scenario';
import { putChannel, putDelivery, putOverlay } from '../testing/put-channels';
import { traces } from '../testing/stored-state';
import { addressOf, limitedPart, pageOrigin } from './caller';
import { newVerifyToken } from './service-routes';

describe('the origin of a page', () => {
  it.each(['https://blog.example', 'http://127.0.0.1:4200', 'https://xn--bcher-kva.example:8443'])(
    'is accepted as a browser writes it: %s',
    (header) => expect(pageOrigin(header)).toBe(header),
  );

  it.each([
    undefined,
    '',
    'null',
    'https://blog.example/',
    'https://blog.example/page',
    'https://BLOG.example',
    'https://blog.example:443',
    'https://ada@blog.example',
    'chrome-extension://abcdef',
    'file:///etc/passwd',
    '=HYPERLINK("https://eve.example")',
    `https://${'a'.repeat(300)}.example`,
  ])('is null for the header %s', (header) => expect(pageOrigin(header)).toBeNull());

  it('is always an origin or null', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl()), (header) => {
        const origin = pageOrigin(header);
        expect(origin === null || new URL(origin).origin === header).toBe(true);
      }),
    );
  });
});

// Every route that changes something needs a row here that says how it answers bad input. A new route without a row fails.

/** Routes without a body: it is not read. */
const withoutBody = [
  'POST /v1/tips/:tip/undo',
  'POST /v1/tips/:tip/end',
  'POST /v1/monthly/:monthly/keep',
  'POST /v1/monthly/:monthly/withdraw',
  'POST /v1/monthly/:monthly/confirm',
  'POST /v1/me/payments/refresh',
  'POST /v1/me/links/check',
  'POST /v1/me/domain/check',
  'DELETE /v1/me/domain',
  'POST /v1/me/sign-out',
  'DELETE /v1/me/sessions/:device',
  'DELETE /v1/me/tips/:tip/reply',
  'DELETE /v1/me/channels/:channel',
  'POST /v1/me/channels/:channel/code',
  'POST /v1/me/channels/:channel/test',
  'POST /v1/me/channels/:channel/secret',
  'POST /v1/me/deliveries/:delivery/resend',
  'POST /v1/me/sign-in-methods',
  'POST /v1/me/unpublish',
  'DELETE /v1/me/pause',
  'POST /v1/me/overlay',
  'POST /v1/me/overlay/key',
  'DELETE /v1/me/overlay',
];

/** Routes that take something other than JSON with a content type, and their statuses for invalid bodies. */
const otherwise: Readonly<Record<string, readonly number[]>> = {
  // A beacon cannot read answers, so there is only one.
  'POST /v1/events': [204],
  'POST /v1/stripe/webhook': [400, 413],
  // It has no body, and answers nobody without a sign-in. account-routes.test.ts has the rest.
  'POST /v1/me/recovery-codes': [401],
  // It has no body, and answers nobody without a sign-in. export-work.test.ts has the rest.
  'POST /v1/me/exports/link': [401],
  // tip-form-routes.test.ts tests its fields: a person gets the form again.
  'POST /@ada/tip': [403, 413, 415],
  // stop-page-routes.test.ts tests its fields: a person gets the form again.
  'POST /@ada/monthly': [413, 415, 422],
  // report-routes.test.ts tests its fields: a person gets the form again.
  'POST /report': [413, 415, 422],
  // decisions.test.ts tests its fields. Without the key of a report there is no form.
  'POST /report/aabbccddeeff': [404],
  // held-receipt.test.ts tests its fields. Without a tip there is no form.
  'POST /t/aabbccddeeff': [404],
  'POST /t/aabbccddeeff/go': [404, 413, 415],
  // fan-watch.test.ts tests its button. Without the link of a mail there is none.
  'POST /t/aabbccddeeff/mail': [404],
  // mail-channel.test.ts tests it: every body, also an unknown address, is answered alike.
  'POST /off/aabbccddeeff.aabb': [200],
};

const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** `POST /v1/tips/:tip/undo` and `POST /v1/tips/:tipId/undo` are the same route, and so are `/@ada` and `/:at{@[^/]+}`. */
const shape = (route: string) =>
  route.replaceAll(/\/(?::\w+(?:\{[^}]*\})?|@?ada|aabbccddeeff(?:\.aabb)?)(?=\/|$)/g, '/:');

const routesOf = ({ app }: Scenario) =>
  new Set(
    app.routes
      .filter(({ method }) => changing.has(method))
      .map(({ method, path }) => shape(`${method} ${path}`)),
  );

const overlayKey = 'k'.repeat(43);
const device = '0f9b1c2d-3e4f-4a5b-8c6d-000000000002';
const nonsense = ['', '{', '[]', 'null', '\u0000', '{"isAdmin":true}', 'a=1&b=2', 'x'.repeat(1_048_576)];
const contentTypes = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'];

describe('every route', () => {
  // Holds pay-129.
  it('every changing route has a row for bad input, and every row is a route', async () => {
    const rows = [
      ...jsonEndpoints.map(({ method, path }) => `${method} ${path}`),
      ...withoutBody,
      ...Object.keys(otherwise),
    ].map(shape);
    expect(rows.toSorted()).toEqual([...routesOf(await adasScenario())].toSorted());
  });

  it.each(withoutBody)('%s ignores its body', async (route) => {
    const ask = async (body?: string, contentType = 'application/json') => {
      const scenario = await adasScenario();
      const { tipId, tipToken } = await paidTip(scenario);
      const [method = '', path = ''] = route.split(' ');
      const monthly = path.startsWith('/v1/monthly/') ? await askingMonthly(scenario) : null;
      const token = bearerOf(path.startsWith('/v1/me/') ? adaToken : (monthly?.token ?? tipToken));
      const headers = { ...token, 'content-type': contentType };
      putChannel(scenario.deps, adaUid, 'channel1');
      putDelivery(scenario.deps, adaUid, 'delivery1');
      if (route !== 'POST /v1/me/overlay') putOverlay(scenario.deps, adaUid, overlayKey);
      const address = path
        .replace(':tip', tipId)
        .replace(':monthly', monthly?.id ?? '')
        .replace(':device', device)
        .replace(':channel', 'channel1')
        .replace(':delivery', 'delivery1');
      const { status, json } = await scenario.call(method, address, body, headers);
      return [status, json['code']];
    };
    const plain = await ask();
    expect(plain[0]).toBeLessThan(300);
    for (const body of nonsense.slice(1)) expect(await ask(body), body.slice(0, 20)).toEqual(plain);
    expect(await ask('{}', 'text/plain')).toEqual(plain);
  });

  it.each(Object.entries(otherwise))(
    '%s refuses an invalid body and changes nothing',
    async (route, statuses) => {
      const scenario = await adasScenario();
      const before = traces(scenario);
      const [method = '', path = ''] = route.split(' ');
      for (const body of nonsense) {
        for (const contentType of contentTypes) {
          const headers = { 'content-type': contentType, origin: scenario.deps.config.publicOrigin };
          const { status } = await scenario.call(method, path, body, headers);
          expect(statuses, `${contentType}: ${body.slice(0, 20)}`).toContain(status);
        }
      }
      expect(traces(scenario)).toBe(before);
    },
  );
});

interface Ready {
  readonly scenario: Scenario;
  readonly path: string;
  readonly valid: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

async function ready({ path, as, valid }: Endpoint): Promise<Ready> {
  const scenario = await adasScenario();
  const waiting = await sendTip(scenario);
  const paid = await paidTip(scenario);
  scenario.deps.users.known.push({ uid: 'uid-root', email: 'root@host.example', role: 'admin' });
  signIn(scenario.deps, 'uid-root', 'token-root');
  const tokens = { anybody: null, owner: adaToken, fan: waiting.tipToken, admin: 'token-root' } as const;
  const token = tokens[as];
  return {
    scenario,
    path: path.replace(':tip', waiting.tipId).replace(':paid', paid.tipId).replace(':report', 'aabbccddeeff'),
    valid: path === '/v1/tips' ? { ...(await goodTip(scenario)) } : valid,
    headers: token === null ? {} : bearerOf(token),
  };
}

const without = (body: Readonly<Record<string, unknown>>, field: string, value: unknown) =>
  Object.fromEntries(Object.entries({ ...body, [field]: value }).filter(([, each]) => each !== undefined));

describe.each(jsonEndpoints)('$method $path', (endpoint) => {
  const { method, wrong } = endpoint;

  // Holds pay-129.
  it('refuses every invalid value of every field, naming the field, and changes nothing', async () => {
    const { scenario, path, valid, headers } = await ready(endpoint);
    const before = traces(scenario);
    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values) {
        const answer = await scenario.call(method, path, without(valid, field, value), headers);
        // A wrong part of a field is named by its path.
        const named = refusedFields(answer).map((each) => (each.startsWith(`${field}.`) ? field : each));
        const seen = [field, value, answer.status, answer.json['code'], named];
        expect(seen).toEqual([field, value, 422, 'invalid-fields', [field]]);
        expect(answer.headers.get('content-type')).toBe('application/problem+json');
      }
    }
    expect(traces(scenario)).toBe(before);
  });

  // Holds pay-129.
  it('refuses unknown keys, values that are not objects, and invalid JSON', async () => {
    const { scenario, path, valid, headers } = await ready(endpoint);
    const before = traces(scenario);
    const refused = async (body: unknown, code: ProblemCode, more: Record<string, string> = {}) => {
      const answer = await scenario.call(method, path, body, { ...headers, ...more });
      expect({ code: answer.json['code'], contentType: answer.headers.get('content-type') }).toEqual({
        code,
        contentType: 'application/problem+json',
      });
      return refusedFields(answer);
    };
    expect(await refused({ ...valid, isAdmin: true }, 'invalid-fields')).toEqual(['isAdmin']);
    for (const key of ['__proto__', 'constructor', 'toString']) {
      const body = `${JSON.stringify(valid).slice(0, -1)}, "${key}": 1}`;
      expect(await refused(body, 'invalid-fields')).toEqual([key]);
    }
    for (const body of ['[]', 'null', '7', '"text"'])
      expect(await refused(body, 'invalid-fields')).toEqual(['body']);
    for (const body of ['', '{', '{"a":1,}', '\u0000', "{'a':1}"]) await refused(body, 'invalid-json');
    const good = JSON.stringify(valid);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])
      await refused(good, 'unsupported-content-type', { 'content-type': type });
    await refused(JSON.stringify({ ...valid, name: long(1_048_576) }), 'body-too-large');
    expect(traces(scenario)).toBe(before);
  });
});

// Requests every route that has a path parameter with invalid document ids. New routes are included automatically.

const parts = /:\w+(?:\{(?:[^{}]|\{[^}]*\})*\})?/;
const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

const chosenRoutes = ({ app }: Scenario) => [
  ...new Set(
    app.routes
      .filter(({ method, path }) => methods.includes(method) && parts.test(path))
      .map(({ method, path }) => `${method} ${path}`),
  ),
];

/** A valid body, so that only the id is wrong. */
function bodyFor(method: string, path: string): unknown {
  const shape = (each: string) => each.replaceAll(/:[^/]+/g, ':');
  return jsonEndpoints.find((row) => row.method === method && shape(row.path) === shape(path))?.valid;
}

describe('an invalid id', async () => {
  const scenario = await adasScenario();
  const { tipToken } = await paidTip(scenario);

  it.each(chosenRoutes(scenario))('%s refuses every invalid document id', async (route) => {
    const [method = '', path = ''] = route.split(' ');
    const before = scenario.deps.store.dump();
    for (const bad of badDocumentIds) {
      for (const name of [encodeURIComponent(bad), bad.replaceAll('/', '%2f').replaceAll('.', '%2e')]) {
        const address = path.replace(parts, path.includes('@') ? `@${name}` : name);
        const token = path.startsWith('/v1/me/') ? adaToken : tipToken;
        const body = method === 'GET' ? undefined : (bodyFor(method, path) ?? {});
        const { status } = await scenario.call(method, address, body, bearerOf(token));
        // A style sheet of an earlier version is served as the current one.
        // The unsubscribe address answers an unknown one as a known one.
        const least = path.endsWith('.css') || path.startsWith('/off/') ? 200 : 400;
        expect(status, `${method} ${address.slice(0, 60)}`).toBeGreaterThanOrEqual(least);
        expect(status, `${method} ${address.slice(0, 60)}`).toBeLessThan(500);
      }
    }
    expect(scenario.deps.store.dump()).toEqual(before);
  });

  it.each(badDocumentIds)('every body and query with the handle %j is refused', async (handle) => {
    const answers = await Promise.all([
      scenario.call('POST', '/v1/tip-sessions', { handle }),
      scenario.call('POST', '/v1/tips', { ...(await goodTip(scenario)), handle }),
      scenario.call('GET', `/oembed?url=${encodeURIComponent(`https://busker.test/@${handle}`)}`),
    ]);
    for (const { status } of answers) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
    const events = JSON.stringify({ events: [{ kind: 'view', handle }] });
    const beacon = await scenario.call('POST', '/v1/events', events, { 'content-type': 'text/plain' });
    expect(beacon.status).toBe(204);
  });
});

describe('verify routes', () => {
  const path = '/v1/verify/address';

  async function countedFor(scenario: Scenario, headers: Record<string, string>): Promise<unknown> {
    const token = await newVerifyToken(scenario.deps.store, scenario.deps.clock.now());
    return (await scenario.call('GET', path, undefined, { ...bearerOf(token), ...headers })).json['address'];
  }

  it('returns a keyed hash of the address that the limits count, if the request has a token', async () => {
    const scenario = emptyScenario({ clientAddress: { kind: 'hosting' } });
    const behindEdge = (client: string) => ({ 'x-forwarded-for': client });
    const own = await countedFor(scenario, behindEdge('203.0.113.7'));
    expect(own).toMatch(/^[\w-]{43}$/);
    expect(await countedFor(scenario, behindEdge('192.0.2.1, 203.0.113.7'))).toBe(own);
    expect(
      await countedFor(scenario, { ...behindEdge('203.0.113.7'), 'fastly-client-ip': '192.0.2.1' }),
    ).toBe(own);
    expect(await countedFor(scenario, behindEdge('203.0.113.8'))).not.toBe(own);
    expect(await countedFor(scenario, behindEdge('nonsense'))).toBeNull();
  });

  it('refuses a token that is missing, made up, used or too old', async () => {
    const scenario = emptyScenario();
    const { store, clock } = scenario.deps;
    const ask = async (headers: Record<string, string>) =>
      (await scenario.call('GET', path, undefined, headers)).status;
    const used = bearerOf(await newVerifyToken(store, clock.now()));
    const old = bearerOf(await newVerifyToken(store, clock.now()));
    expect([await ask({}), await ask(bearerOf('made-up'))]).toEqual([401, 401]);
    expect([await ask(used), await ask(used)]).toEqual([200, 401]);
    clock.advance(10 * 60_000);
    expect(await ask(old)).toBe(401);
    expect(Object.keys(store.dump())).toEqual([]);
  });
});

const fan = '203.0.113.7';
const fastly = '151.101.1.57';
const google = '66.249.82.1';

describe('the client’s address', () => {
  const proxy = (hops: number) => ({ kind: 'proxy', hops }) as const;
  it.each([
    [{ forwardedFor: fan }, proxy(1), fan],
    [{ forwardedFor: `6.6.6.6, ${fan}` }, proxy(1), fan],
    [{ forwardedFor: `6.6.6.6, ${fan}, 10.0.0.1` }, proxy(2), fan],
    [{ forwardedFor: `${fan}, 34.1.2.3` }, { kind: 'load-balancer' }, fan],
    [{ forwardedFor: fan, socket: '10.0.0.1' }, { kind: 'socket' }, '10.0.0.1'],
    [{ socket: `::ffff:${fan}` }, { kind: 'socket' }, fan],
    [{ forwardedFor: '2001:db8::1' }, proxy(1), '2001:db8::1'],
    [{ socket: '10.0.0.1' }, proxy(1), null],
    [{ forwardedFor: fan }, proxy(2), null],
    [{ forwardedFor: 'unknown' }, proxy(1), null],
    [{ forwardedFor: `${fan}:443` }, proxy(1), null],
    [{ forwardedFor: '' }, proxy(1), null],
    [{}, { kind: 'socket' }, null],
  ] as const)('of %j by %j is %j', (sources, plan, address) => {
    expect(addressOf(sources, plan)).toBe(address);
  });

  // Holds pay-127, host-030.
  it('cannot be forged by the client', () => {
    const plain = addressOf({ forwardedFor: fan }, proxy(1));
    expect(addressOf({ forwardedFor: `1.2.3.4, ${fan}` }, proxy(1))).toBe(plain);
  });
});

describe('the client’s address behind Hosting', () => {
  const of = (forwardedFor?: string, fastlyClient?: string) =>
    addressOf({ forwardedFor, fastlyClient, socket: '169.254.1.1' }, { kind: 'hosting' });

  it.each([
    ['one edge', `${fan}, ${fastly}`],
    ['two edges', `${fan}, ${fastly}, ${google}`],
    ['an edge that speaks IPv6', `${fan}, 2a04:4e42:200::313`],
    ['no edge: a direct call', fan],
  ])('is the entry before the edge with %s, whatever else is sent', (_name, honest) => {
    expect(of(honest)).toBe(fan);
    expect(of(`1.2.3.4, ${honest}`)).toBe(fan);
    expect(of(`1.2.3.4, ${fastly}, ${honest}`)).toBe(fan);
    expect(of(honest, '1.2.3.4')).toBe(fan);
  });

  it('is what Fastly names when only the edge is in X-Forwarded-For', () => {
    expect(of(google, fan)).toBe(fan);
    expect(of(`${fastly},${google}`, fan)).toBe(fan);
    expect(of(undefined, fan)).toBe(fan);
  });

  it('is unknown when nothing usable is there', () => {
    expect([of(), of(''), of(google), of(google, 'unknown'), of(`${fan}, junk, ${google}`)]).toEqual(
      Array.from({ length: 5 }, () => null),
    );
  });

  // Holds host-029.
  it('differs for eight fans behind one edge', () => {
    const fans = Array.from({ length: 8 }, (_, index) => of(`203.0.113.${index}, ${google}`));
    expect(new Set(fans).size).toBe(8);
  });
});

describe('what a limit counts', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:0001:2::', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s is limited as %s', (address, part) => {
    expect(limitedPart(address)).toBe(part);
  });
});
