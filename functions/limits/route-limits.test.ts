import { expect, it } from 'vitest';
import { emptyStage } from '../testing/ada';
import { routeLimits, signedInRoutes } from './route-limits';

/** `/:at{@[^/]+}/tip` is `/:at/tip` in the table. */
const shape = (path: string): string =>
  path.startsWith('/v1/assets/') ? '/v1/assets/*' : path.replace(/\{.*\}/, '');

it('the table of limits has every public route once, and no other', () => {
  const { app } = emptyStage();
  const routes = app.routes
    .filter(({ method }) => method !== 'ALL' && method !== 'OPTIONS')
    .map(({ method, path }) => `${method} ${shape(path)}`);
  const rows = routeLimits.flatMap(({ routes: each }) => each);
  expect(new Set(rows).size).toBe(rows.length);
  const named = new Set(rows);
  expect([...new Set(routes)].filter((route) => !named.has(route) && !signedInRoutes.test(route))).toEqual(
    [],
  );
  expect(rows.filter((row) => !routes.includes(row))).toEqual([]);
});
