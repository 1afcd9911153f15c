import { describe, expect, it } from 'vitest';
import type { Sending } from '../senders/channel-sender';
import { adaToken, adaUid, bearerOf } from '../testing/ada';
import { setStanding, wishes } from '../testing/standing';
import { answerTip, laptop, phone, watch, watchIn, watched } from '../testing/watching-fan';
import { openTipView } from '../tips/tip-access';

describe('tell watch', () => {
  const minute = 60_000;
  const day = 24 * 60 * minute;
  const attempt = { status: null, ms: 1, text: '' };
  const away: Sending = { kind: 'again', problem: 'unreachable', after: null, rests: false, attempt };
  const gone: Sending = { kind: 'ended', state: 'off', end: 'gone', attempt };

  describe('a fan who wants to hear of an answer', () => {
    it('is told once, in their language, without any words of the answer', async () => {
      const { scenario, tip, sent } = await watched('de-AT');
      await answerTip(scenario, tip, 'Secret words');
      await scenario.answer();
      expect(sent).toHaveLength(1);
      expect(sent[0]).toMatchObject({
        to: { endpoint: phone, lang: 'de', vapidKey: scenario.deps.config.push?.publicKey },
        notice: { title: 'Ada Lovelace hat dir geantwortet', language: 'de', tipId: tip.tipId },
      });
      expect(JSON.stringify(sent)).not.toContain('Secret');
      expect(watchIn(scenario, tip)).toBeUndefined();
      await answerTip(scenario, tip, 'Other words');
      await scenario.pass(day);
      await scenario.sweep();
      expect(sent).toHaveLength(1);
    });

    it('is led to a page that shows the answer and cannot change the tip', async () => {
      const { scenario, tip, sent } = await watched();
      await answerTip(scenario, tip);
      await scenario.answer();
      const url = new URL(sent[0]?.notice.navigate ?? '');
      expect(url.pathname).toBe(`/t/${tip.tipId}`);
      const view = url.searchParams.get('cs') ?? '';
      expect(openTipView(scenario.deps.config.secrets, view, tip.tipId)?.uid).toBe(adaUid);
      expect((await scenario.call('GET', url.pathname + url.search)).text).toContain('Thank you, Zoe!');
      const undo = await scenario.call('POST', `/v1/tips/${tip.tipId}/undo`, undefined, bearerOf(view));
      expect(undo.status).toBe(404);
    });

    it('is told in two browsers, and a third one replaces the first', async () => {
      const { scenario, tip, sent } = await watched();
      for (const endpoint of [laptop, laptop, 'https://push.example.net/3'])
        expect((await watch(scenario, tip, endpoint)).status).toBe(204);
      await answerTip(scenario, tip);
      await scenario.answer();
      expect(sent.map(({ to }) => to.endpoint)).toEqual([laptop, 'https://push.example.net/3']);
    });

    it('is not told in a browser where they changed their mind', async () => {
      const { scenario, tip, sent } = await watched();
      await watch(scenario, tip, laptop);
      const end = (endpoint: string) =>
        scenario.call('DELETE', `/v1/tips/${tip.tipId}/watch`, { endpoint }, bearerOf(tip.tipToken));
      expect((await end(phone)).status).toBe(204);
      await answerTip(scenario, tip);
      await scenario.answer();
      expect(sent.map(({ to }) => to.endpoint)).toEqual([laptop]);
      expect((await end(laptop)).status).toBe(204);
    });

    it('leaves nothing behind after the last browser', async () => {
      const { scenario, tip } = await watched();
      await scenario.call(
        'DELETE',
        `/v1/tips/${tip.tipId}/watch`,
        { endpoint: phone },
        bearerOf(tip.tipToken),
      );
      expect(watchIn(scenario, tip)).toBeUndefined();
    });

    // Scenario 54 of the outbox.
    // Holds out-054.
    it('hears nothing after 31 days, and is forgotten', async () => {
      const { scenario, tip, sent } = await watched();
      scenario.deps.clock.advance(31 * day);
      await answerTip(scenario, tip);
      await scenario.answer();
      expect(sent).toEqual([]);
      expect(watchIn(scenario, tip)).toBeUndefined();
    });
  });

  describe('a message that did not get through', () => {
    it('is tried five times, and then the watch is removed', async () => {
      const { scenario, tip, sent } = await watched();
      scenario.deps.watchPush.answer = () => away;
      await answerTip(scenario, tip);
      await scenario.pass(2 * 60 * minute);
      expect(sent).toHaveLength(5);
      expect(watchIn(scenario, tip)).toBeUndefined();
    });

    it('is not repeated in the browser that got it', async () => {
      const { scenario, tip, sent } = await watched();
      await watch(scenario, tip, laptop);
      scenario.deps.watchPush.answer = ({ endpoint }) => (endpoint === phone ? away : gone);
      await answerTip(scenario, tip);
      await scenario.answer();
      scenario.deps.watchPush.answer = () => ({ kind: 'sent', attempt });
      await scenario.pass(minute);
      expect(sent.map(({ to }) => to.endpoint)).toEqual([phone, laptop, phone]);
      expect(watchIn(scenario, tip)).toBeUndefined();
    });

    it('is sent by the sweep when every task is lost', async () => {
      const { scenario, tip, sent } = await watched();
      await answerTip(scenario, tip);
      const { outboxQueue, clock } = scenario.deps;
      outboxQueue.take(clock.now() + day);
      clock.advance(minute);
      await scenario.sweep();
      outboxQueue.take(clock.now() + day);
      expect(watchIn(scenario, tip)?.dueAt).toBe(clock.now());
      expect(sent).toEqual([]);
      clock.advance(minute);
      await scenario.sweep();
      expect(sent).toHaveLength(1);
    });

    it('is sent once when its task comes twice', async () => {
      const { scenario, tip, sent } = await watched();
      await answerTip(scenario, tip);
      await scenario.answer((tasks) => [...tasks, ...tasks]);
      expect(sent).toHaveLength(1);
    });

    it('is sent again when the process ended in between', async () => {
      const { scenario, tip, sent } = await watched();
      scenario.deps.watchPush.answer = () => {
        throw new Error('The process ends');
      };
      await answerTip(scenario, tip);
      await expect(scenario.answer()).rejects.toThrow('The process ends');
      scenario.deps.watchPush.answer = () => ({ kind: 'sent', attempt });
      scenario.deps.clock.advance(3 * minute);
      await scenario.sweep();
      expect(sent).toHaveLength(2);
      expect(watchIn(scenario, tip)).toBeUndefined();
    });

    it('is dropped when the host has switched push off', async () => {
      const { scenario, tip } = await watched();
      Object.assign(scenario.deps, { watchPush: null });
      await answerTip(scenario, tip);
      await scenario.answer();
      expect(watchIn(scenario, tip)).toBeUndefined();
    });
  });

  describe('an answer that nobody can read', () => {
    it('is not told when the owner removed it, and the next one is', async () => {
      const { scenario, tip, sent } = await watched();
      await answerTip(scenario, tip);
      await scenario.call('DELETE', `/v1/me/tips/${tip.tipId}/reply`, undefined, bearerOf(adaToken));
      await scenario.answer();
      expect(sent).toEqual([]);
      await answerTip(scenario, tip, 'Better words');
      await scenario.answer();
      expect(sent).toHaveLength(1);
    });

    it('is not told when the host does not show the owner', async () => {
      const { scenario, tip, sent } = await watched();
      await answerTip(scenario, tip);
      await setStanding(scenario, wishes.suspend);
      await scenario.answer();
      expect(sent).toEqual([]);
    });
  });
});
