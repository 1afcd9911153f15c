import { expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import { decodeHandleClaim, encodeHandleClaim, mayClaim, type HandleClaim } from './handle-document';

const claim: HandleClaim = {
  v: 1,
  handle: 'ada',
  uid: 'ada-uid',
  state: 'live',
  claimedAt: noon,
  usedAt: null,
};

it('a claim of an earlier release, without a first view, counts as used', () => {
  const { usedAt: _usedAt, ...earlier } = encodeHandleClaim(claim);
  expect(decodeHandleClaim(earlier)).toEqual({ ok: true, value: { ...claim, usedAt: noon } });
});

it('only the owner of a used handle may publish under it', () => {
  expect(mayClaim(null, 'b')).toBe(true);
  expect(mayClaim(claim, 'ada-uid')).toBe(true);
  expect(mayClaim({ ...claim, state: 'retired' }, 'b')).toBe(false);
});

it('stores when the handle was first shown', () => {
  const used = { ...claim, usedAt: noon + 1 };
  expect(decodeHandleClaim(encodeHandleClaim(used))).toEqual({ ok: true, value: used });
});
