import { expect, it } from 'vitest';
import { fakeTip } from '../testing/fakes';
import { yearsAfter } from '../tip/tip';
import { decodeTip, encodeTip } from './tip-document';

/** As a release before `eraseTextsAt` stored it. */
function formerTip(textsSince: Date | null) {
  const { eraseTextsAt: _, source, ...tip } = encodeTip(fakeTip());
  const fingerprint = { addressHash: 'a1', addressHashExpiresAt: new Date(0) };
  return { ...tip, textsSince, source: { ...(source as object), ...fingerprint } };
}

it('reads tips of earlier releases: texts have the usual time, and the fingerprint of the address is left out', () => {
  const { createdAt } = fakeTip();
  const tip = decodeTip(formerTip(new Date(createdAt)));
  expect(tip).toMatchObject({ ok: true, value: { eraseTextsAt: yearsAfter(createdAt, 7) } });
  expect(JSON.stringify(tip)).not.toContain('addressHash');
  expect(decodeTip(formerTip(null))).toMatchObject({ value: { eraseTextsAt: null } });
});

it('never stores texts without the time at which they are erased, nor such a time without texts', () => {
  const { createdAt, fan } = fakeTip();
  expect(encodeTip(fakeTip({ eraseTextsAt: null }))['eraseTextsAt']).toEqual(
    new Date(yearsAfter(createdAt, 7)),
  );
  const bare = fakeTip({ fan: { ...fan, name: null, message: null } });
  expect(encodeTip(bare)['eraseTextsAt']).toBeNull();
});

it('reads the ways to pay of a tip; one of an earlier release was offered cards, and Link where it says so', () => {
  const { ways: _, ...former } = encodeTip(fakeTip());
  expect(decodeTip(former)).toMatchObject({ value: { ways: ['card', 'link'] } });
  expect(decodeTip({ ...former, offersLink: false })).toMatchObject({ value: { ways: ['card'] } });
  const now = encodeTip(fakeTip({ ways: ['card', 'ideal'] }));
  expect(decodeTip({ ...now, offersLink: true })).toMatchObject({ value: { ways: ['card', 'ideal'] } });
});
