import { describe, expect, it } from 'vitest';
import { fakeTip, fakeAlert } from '../testing/fakes';
import {
  alertLifetime,
  overlayWords,
  withOverlayChanges,
  type OverlaySettings,
  type OverlayWords,
} from './overlay';
import { tipAlert, waitsForOwner } from './tip-alert';

describe('tip alert', () => {
  const counted = { ...fakeTip().contrib, count: 1 };
  const times = { at: 1000, approvedAt: null };
  const settings = (words: OverlayWords) => ({ words, minimum: { usd: 300 } });

  describe('the alert of a tip', () => {
    it('has the public words, the tip without covered costs, and an end', () => {
      const tip = fakeTip({ state: 'paid', contrib: counted, amount: 546, tipAmount: 500, coverAmount: 46 });
      expect(tipAlert(tip, settings('visible'), times)).toMatchObject({
        id: tip.tipId,
        kind: 'tip',
        amount: 500,
        of: null,
        at: 1000,
        approvedAt: null,
        expiresAt: 1000 + alertLifetime,
      });
    });

    // Holds tag-180.
    it('has no message that is for the owner alone', () => {
      const { fan } = fakeTip();
      const tip = fakeTip({ state: 'paid', contrib: counted, fan: { ...fan, privateMessage: true } });
      const payment = { ...tip.payment, succeededAt: 1 };
      expect(tipAlert({ ...tip, payment }, settings('visible'), times)).toMatchObject({
        name: 'Grace',
        message: null,
      });
    });

    // Holds tag-183.
    it('has no amount that the fan hides, and says whether it is below the owner’s minimum', () => {
      const { fan } = fakeTip();
      const alertOf = (tipAmount: number) => {
        const hidden = { ...fan, hidesAmount: true } as const;
        const tip = fakeTip({ state: 'paid', contrib: counted, fan: hidden, tipAmount, amount: 777 });
        return tipAlert(tip, settings('visible'), times);
      };
      expect(alertOf(500)).toMatchObject({ amount: null });
      expect(alertOf(500)).not.toHaveProperty('small');
      expect(alertOf(200)).toMatchObject({ amount: null, small: true });
      expect(JSON.stringify(alertOf(200))).not.toMatch(/777|200/);
    });

    it('has no words when the owner wants none', () => {
      const tip = fakeTip({ state: 'paid', contrib: counted });
      expect(tipAlert(tip, settings('never'), times)).toMatchObject({ name: null, message: null });
    });

    it.each(['pending', 'processing', 'failed', 'refunded', 'disputed'] as const)(
      'is none while the tip is %s',
      (state) => {
        expect(tipAlert(fakeTip({ state, contrib: counted }), settings('visible'), times)).toBeNull();
      },
    );

    it('is none while the tip does not count', () => {
      const uncounted = fakeTip({ state: 'paid', contrib: { ...counted, count: 0 } });
      expect(tipAlert(uncounted, settings('visible'), times)).toBeNull();
    });
  });

  describe('an alert waits for the owner', () => {
    it('only with words, only if the owner wishes so, and only until they press Show', () => {
      const waits = overlayWords.filter((words) => waitsForOwner(fakeAlert(), words));
      expect(waits).toEqual(['approved']);
      expect(waitsForOwner(fakeAlert({ approvedAt: 5 }), 'approved')).toBe(false);
      expect(waitsForOwner(fakeAlert({ name: null, message: null }), 'approved')).toBe(false);
      expect(waitsForOwner(fakeAlert({ name: null }), 'approved')).toBe(true);
      expect(waitsForOwner(fakeAlert({ kind: 'test' }), 'approved')).toBe(false);
    });
  });
});

describe('changed settings of the overlay', () => {
  const before: OverlaySettings = {
    look: 'card',
    place: 'top',
    accent: '#112233',
    language: 'en',
    minimum: { usd: 300, eur: 200 },
    below: 'ticker',
    words: 'visible',
    hideAmounts: false,
    seconds: 6,
    delaySeconds: 0,
    replayMinutes: 10,
    volume: 50,
    offlineDot: true,
  };

  it('keep what a change does not name, and change a smallest amount by its currency alone', () => {
    expect(withOverlayChanges(before, { seconds: 9, place: undefined })).toEqual({ ...before, seconds: 9 });
    const { minimum } = withOverlayChanges(before, { minimumOf: { usd: 0, gbp: 100 } });
    expect(minimum).toEqual({ eur: 200, gbp: 100 });
  });
});
