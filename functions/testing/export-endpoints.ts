import { long, noText, noWord } from './endpoint-values';
import type { Endpoint } from './endpoint';

const exportBodies = {
  valid: {
    format: 'csv',
    separator: 'comma',
    decimal: 'point',
    state: 'all',
    from: '',
    until: '',
    zone: 'UTC',
  },
  wrong: {
    format: [...noWord, 'xml'],
    separator: [null, '', ',', ...noText],
    decimal: [null, '', ',', ...noText],
    state: [null, '', 'rich', ...noText],
    from: [null, 'today', '2026-02-30', ...noText],
    until: [null, 'today', '2026-1-1', ...noText],
    zone: [null, '', 'Mars/Olympus', long(61), ...noText],
    placement: [null, long(301), ...noText],
    search: [null, long(201), ...noText],
  },
} as const;

/** The endpoints that take the choice of an export. */
export const exportEndpoints: readonly Endpoint[] = [
  { method: 'POST', path: '/v1/me/export', as: 'owner', ...exportBodies },
  { method: 'POST', path: '/v1/me/exports', as: 'owner', ...exportBodies },
];
