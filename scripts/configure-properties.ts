import { configureGlobal } from 'fast-check';
import { inject } from 'vitest';

const seed = inject('seed');

/** What a property test gets that names neither; one that names its runs multiplies them by `inject('times')`. */
configureGlobal({ numRuns: 100 * inject('times'), ...(seed !== null && { seed }) });
