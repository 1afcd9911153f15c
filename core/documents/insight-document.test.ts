import { expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import { dayOf } from './insight-document';

it('counts days in UTC', () => {
  expect([dayOf(noon), dayOf(Date.UTC(2026, 0, 1) - 1)]).toEqual(['2026-10-01', '2025-12-31']);
});
