import { readFileSync } from 'node:fs';
import { configureGlobal } from 'fast-check';
import { afterAll, expect, inject, vi } from 'vitest';

const seed = inject('seed');

/** What a property test gets that names neither; one that names its runs multiplies them by `inject('times')`. */
configureGlobal({ numRuns: 100 * inject('times'), ...(seed !== null && { seed }) });

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
