import { noText, noWord } from './endpoint-values';
import type { Endpoint } from './endpoint';

/** An owner's endpoints of the monthly tips that fans give. */
export const monthlyEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/me/monthly/:tip/stop',
    as: 'owner',
    valid: { when: 'period-end' },
    wrong: { when: noWord },
  },
  {
    method: 'POST',
    path: '/v1/me/monthly/stop-all',
    as: 'owner',
    valid: { when: 'now', handle: 'ada' },
    wrong: { when: noWord, handle: [undefined, null, ...noText, '', 'grace'] },
  },
];
