import { expect, it } from 'vitest';
import { adasScenario, adaToken, adaUid, bearerOf, paidTip, type Scenario } from '../testing/ada';
import { jsonEndpoints } from '../testing/json-endpoints';
import { askingMonthly } from '../testing/monthly-scenario';
import { putChannel, putDelivery } from '../testing/put-channels';
import { putOverlay } from '../testing/put-overlay';
import { traces } from '../testing/traces';

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
  'POST /v1/me/overlay',
  'POST /v1/me/overlay/key',
  'DELETE /v1/me/overlay',
];

/** Routes that take something other than JSON with a content type, and their statuses for invalid bodies. */
const otherwise: Readonly<Record<string, readonly number[]>> = {
  // A beacon cannot read answers, so there is only one.
  'POST /v1/events': [204],
  'POST /v1/stripe/webhook': [400, 413],
  // It has no body, and answers nobody without a sign-in. recovery.test.ts has the rest.
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
  // off-routes.test.ts tests it: every body, also an unknown address, is answered alike.
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

// Holds pay-129.
it('every changing route has a row for bad input, and every row is a route', async () => {
  const rows = [
    ...jsonEndpoints.map(({ method, path }) => `${method} ${path}`),
    ...withoutBody,
    ...Object.keys(otherwise),
  ].map(shape);
  expect(rows.toSorted()).toEqual([...routesOf(await adasScenario())].toSorted());
});

const overlayKey = 'k'.repeat(43);
const device = '0f9b1c2d-3e4f-4a5b-8c6d-000000000002';
const nonsense = ['', '{', '[]', 'null', '\u0000', '{"isAdmin":true}', 'a=1&b=2', 'x'.repeat(1_048_576)];
const contentTypes = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'];

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
