import { readFileSync } from 'node:fs';
import { afterAll, expect, vi } from 'vitest';

/** Only ends what hangs. */
const long = 180_000;

/**
 * The files whose tests may take longer than five seconds: those that repeat something (a property, all orders of two works, kills; `npm run soak` finds
 * them by the same sign), and those that say why with a comment such as `// Patient: 3,000 tips are deleted.`.
 */
const patient = /from 'fast-check'|\binject\('|^ *\/\/ Patient: \S.*\.$/m;

const { testPath = '' } = expect.getState();
if (patient.test(readFileSync(testPath, 'utf8'))) {
  vi.setConfig({ testTimeout: long });
  afterAll(() => vi.resetConfig());
}
