// The walks whose files `npm run shape` counts: `*.shape.ts` on the server, `*.shape.tsx` in a browser.
import { defineConfig } from 'vitest/config';
import main from '../../vitest.config.mjs';
import { root } from '../run.mjs';

const walks = (name, ending, environment) => ({
  extends: true,
  test: { name, include: [`scripts/shape/testing/*.shape.${ending}`], environment },
});

export default defineConfig({
  // Compiled as in the unit tests.
  plugins: main.plugins,
  resolve: main.resolve,
  root,
  test: {
    css: { include: [/.+/] },
    testTimeout: 300_000,
    pool: 'threads',
    maxWorkers: 1,
    projects: [walks('server', 'ts', 'node'), walks('browser', 'tsx', 'happy-dom')],
  },
});
