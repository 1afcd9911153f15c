import * as v from 'valibot';
import { expect, it } from 'vitest';
import { seenTermsBody, termsAnswer } from './terms-api';

it('a version of the terms is a date', () => {
  expect(v.parse(seenTermsBody, { version: '2026-11-23' })).toEqual({ version: '2026-11-23' });
  for (const version of ['', 'yesterday', '2026-11-23T00:00Z', 20261123])
    expect(v.safeParse(seenTermsBody, { version }).success).toBe(false);
  expect(v.parse(termsAnswer, { version: null, seen: null })).toEqual({ version: null, seen: null });
});
