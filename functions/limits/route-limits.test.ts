import { expect, it } from 'vitest';
import { emptyStage } from '../testing/ada';
import { routeLimits, signedInRoutes, tablePath } from './route-limits';

// Holds host-047.
it('the table of limits has every public route once, and no other', () => {
  const { app } = emptyStage();
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
