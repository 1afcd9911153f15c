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

it('takes a handle for used whose claim is of a release that did not write it down', () => {
  const { usedAt: _usedAt, ...earlier } = encodeHandleClaim(claim);
  expect(decodeHandleClaim(earlier)).toEqual({ ok: true, value: { ...claim, usedAt: noon } });
});

it('gives a handle to nobody but the one who published under it', () => {
  expect([
    mayClaim(null, 'b'),
    mayClaim(claim, 'ada-uid'),
    mayClaim({ ...claim, state: 'retired' }, 'b'),
  ]).toEqual([true, true, false]);
});

it('keeps when its handle was first shown to somebody', () => {
  const used = { ...claim, usedAt: noon + 1 };
  expect(decodeHandleClaim(encodeHandleClaim(used))).toEqual({ ok: true, value: used });
});
