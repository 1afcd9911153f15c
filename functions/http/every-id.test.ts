import { expect, it } from 'vitest';
import { badDocumentIds } from '../../core/testing/fakes';
import { adasScenario, adaToken, bearerOf, goodTip, paidTip, type Scenario } from '../testing/ada';
import { jsonEndpoints } from '../testing/json-endpoints';

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
