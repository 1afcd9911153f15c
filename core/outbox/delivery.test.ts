import { describe, expect, it } from 'vitest';
import { fakeChannel, fakeChannels, fakeEvent, fakeEventTip } from '../testing/outbox-fakes';
import { isUrgent, planDeliveries } from './delivery';

describe('plan deliveries', () => {
  const all = fakeChannels({
    mail: fakeChannel(),
    hook: fakeChannel({ kind: 'webhook' }),
    chat: fakeChannel({ kind: 'discord', audience: 'public' }),
  });

  describe('an event', () => {
    it('goes to a webhook by itself and to the others together', () => {
      expect(planDeliveries(fakeEvent(), all)).toEqual({ each: ['hook'], collecting: ['mail', 'chat'] });
    });

    it('goes only to channels that work and that chose its type', () => {
      const channels = fakeChannels({
        new: fakeChannel({ state: 'unverified' }),
        off: fakeChannel({ state: 'off' }),
        refused: fakeChannel({ state: 'refused' }),
        failing: fakeChannel({ state: 'failing' }),
        other: fakeChannel({ events: ['link.dead'] }),
      });
      expect(planDeliveries(fakeEvent(), channels).collecting).toEqual(['failing']);
    });

    it('goes nowhere when the tip is below the minimum of its currency, unless it is more than a paid tip', () => {
      const channels = fakeChannels({ mail: fakeChannel({ minimum: { usd: 600 } }) });
      expect(planDeliveries(fakeEvent(), channels).collecting).toEqual([]);
      const inYen = fakeEvent({ type: 'tip.paid' }, { tip: fakeEventTip({ currency: 'jpy' }) });
      expect(planDeliveries(inYen, channels).collecting).toEqual(['mail']);
      const refund = fakeEvent({ type: 'tip.refunded', refunded: 546, change: 546, by: 'fan' });
      expect(planDeliveries(refund, channels).collecting).toEqual(['mail']);
      expect(planDeliveries(fakeEvent({ type: 'tip.paid' }, { tip: null }), channels).collecting).toEqual([
        'mail',
      ]);
    });

    it('about a channel goes to every other one that only the owner reads', () => {
      const added = fakeEvent({ type: 'channel.added', channelId: 'mail', kind: 'mail', label: 'My mail' });
      const channels = fakeChannels({ ...all.channels, phone: fakeChannel({ kind: 'push', events: [] }) });
      expect(planDeliveries(added, channels)).toEqual({ each: [], collecting: ['phone'] });
      expect(planDeliveries(fakeEvent({ type: 'test.ping' }), channels)).toEqual({
        each: [],
        collecting: [],
      });
    });
  });

  it('a channel that somebody added, and a loss of money, do not wait', () => {
    expect(isUrgent(fakeEvent({ type: 'channel.added', channelId: 'x', kind: 'mail', label: 'x' }))).toBe(
      true,
    );
    expect(isUrgent(fakeEvent({ type: 'tip.warning', warning: 'fraud', actionable: true }))).toBe(true);
    expect(isUrgent(fakeEvent())).toBe(false);
  });
});
