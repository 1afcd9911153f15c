// The walks whose files `npm run shape` counts: `*.shape.ts` on the server, `*.shape.tsx` in a browser.
import { defineConfig } from 'vitest/config';
import { root } from '../run.mjs';

const walks = (name, ending, environment) => ({
  test: {
    name,
    include: [`scripts/shape/*.shape.${ending}`],
    environment,
    css: { include: [/.+/] },
    testTimeout: 300_000,
  },
});

export default defineConfig({
  root,
  test: {
    pool: 'threads',
    maxWorkers: 1,
    projects: [walks('server', 'ts', 'node'), walks('browser', 'tsx', 'happy-dom')],
  },
});
