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
      const { stage, tip, sent } = await watched('de-AT');
      await answerTip(stage, tip, 'Secret words');
      await stage.answer();
      expect(sent).toHaveLength(1);
      expect(sent[0]).toMatchObject({
        to: { endpoint: phone, lang: 'de', vapidKey: stage.deps.config.push?.publicKey },
        notice: { title: 'Ada Lovelace hat dir geantwortet', language: 'de', tipId: tip.tipId },
      });
      expect(JSON.stringify(sent)).not.toContain('Secret');
      expect(watchIn(stage, tip)).toBeUndefined();
      await answerTip(stage, tip, 'Other words');
      await stage.pass(day);
      await stage.sweep();
      expect(sent).toHaveLength(1);
    });

    it('is led to a page that shows the answer and cannot change the tip', async () => {
      const { stage, tip, sent } = await watched();
      await answerTip(stage, tip);
      await stage.answer();
      const url = new URL(sent[0]?.notice.navigate ?? '');
      expect(url.pathname).toBe(`/t/${tip.tipId}`);
      const view = url.searchParams.get('cs') ?? '';
      expect(openTipView(stage.deps.config.secrets, view, tip.tipId)?.uid).toBe(adaUid);
      expect((await stage.call('GET', url.pathname + url.search)).text).toContain('Thank you, Zoe!');
      const undo = await stage.call('POST', `/v1/tips/${tip.tipId}/undo`, undefined, bearerOf(view));
      expect(undo.status).toBe(404);
    });

    it('is told in two browsers, and a third one replaces the first', async () => {
      const { stage, tip, sent } = await watched();
      for (const endpoint of [laptop, laptop, 'https://push.example.net/3'])
        expect((await watch(stage, tip, endpoint)).status).toBe(204);
      await answerTip(stage, tip);
      await stage.answer();
      expect(sent.map(({ to }) => to.endpoint)).toEqual([laptop, 'https://push.example.net/3']);
    });

    it('is not told in a browser where they changed their mind', async () => {
      const { stage, tip, sent } = await watched();
      await watch(stage, tip, laptop);
      const end = (endpoint: string) =>
        stage.call('DELETE', `/v1/tips/${tip.tipId}/watch`, { endpoint }, bearerOf(tip.tipToken));
      expect((await end(phone)).status).toBe(204);
      await answerTip(stage, tip);
      await stage.answer();
      expect(sent.map(({ to }) => to.endpoint)).toEqual([laptop]);
      expect((await end(laptop)).status).toBe(204);
    });

    it('leaves nothing behind after the last browser', async () => {
      const { stage, tip } = await watched();
      await stage.call('DELETE', `/v1/tips/${tip.tipId}/watch`, { endpoint: phone }, bearerOf(tip.tipToken));
      expect(watchIn(stage, tip)).toBeUndefined();
    });

    // Scenario 54 of the outbox.
    // Holds out-054.
    it('hears nothing after 31 days, and is forgotten', async () => {
      const { stage, tip, sent } = await watched();
      stage.deps.clock.advance(31 * day);
      await answerTip(stage, tip);
      await stage.answer();
      expect(sent).toEqual([]);
      expect(watchIn(stage, tip)).toBeUndefined();
    });
  });

  describe('a message that did not get through', () => {
    it('is tried five times, and then the watch is removed', async () => {
      const { stage, tip, sent } = await watched();
      stage.deps.watchPush.answer = () => away;
      await answerTip(stage, tip);
      await stage.pass(2 * 60 * minute);
      expect(sent).toHaveLength(5);
      expect(watchIn(stage, tip)).toBeUndefined();
    });

    it('is not repeated in the browser that got it', async () => {
      const { stage, tip, sent } = await watched();
      await watch(stage, tip, laptop);
      stage.deps.watchPush.answer = ({ endpoint }) => (endpoint === phone ? away : gone);
      await answerTip(stage, tip);
      await stage.answer();
      stage.deps.watchPush.answer = () => ({ kind: 'sent', attempt });
      await stage.pass(minute);
      expect(sent.map(({ to }) => to.endpoint)).toEqual([phone, laptop, phone]);
      expect(watchIn(stage, tip)).toBeUndefined();
    });

    it('is sent by the sweep when every task is lost', async () => {
      const { stage, tip, sent } = await watched();
      await answerTip(stage, tip);
      const { outboxQueue, clock } = stage.deps;
      outboxQueue.take(clock.now() + day);
      clock.advance(minute);
      await stage.sweep();
      outboxQueue.take(clock.now() + day);
      expect(watchIn(stage, tip)?.dueAt).toBe(clock.now());
      expect(sent).toEqual([]);
      clock.advance(minute);
      await stage.sweep();
      expect(sent).toHaveLength(1);
    });

    it('is sent once when its task comes twice', async () => {
      const { stage, tip, sent } = await watched();
      await answerTip(stage, tip);
      await stage.answer((tasks) => [...tasks, ...tasks]);
      expect(sent).toHaveLength(1);
    });

    it('is sent again when the process ended in between', async () => {
      const { stage, tip, sent } = await watched();
      stage.deps.watchPush.answer = () => {
        throw new Error('The process ends');
      };
      await answerTip(stage, tip);
      await expect(stage.answer()).rejects.toThrow('The process ends');
      stage.deps.watchPush.answer = () => ({ kind: 'sent', attempt });
      stage.deps.clock.advance(3 * minute);
      await stage.sweep();
      expect(sent).toHaveLength(2);
      expect(watchIn(stage, tip)).toBeUndefined();
    });

    it('is dropped when the host has switched push off', async () => {
      const { stage, tip } = await watched();
      Object.assign(stage.deps, { watchPush: null });
      await answerTip(stage, tip);
      await stage.answer();
      expect(watchIn(stage, tip)).toBeUndefined();
    });
  });

  describe('an answer that nobody can read', () => {
    it('is not told when the owner removed it, and the next one is', async () => {
      const { stage, tip, sent } = await watched();
      await answerTip(stage, tip);
      await stage.call('DELETE', `/v1/me/tips/${tip.tipId}/reply`, undefined, bearerOf(adaToken));
      await stage.answer();
      expect(sent).toEqual([]);
      await answerTip(stage, tip, 'Better words');
      await stage.answer();
      expect(sent).toHaveLength(1);
    });

    it('is not told when the host does not show the owner', async () => {
      const { stage, tip, sent } = await watched();
      await answerTip(stage, tip);
      await setStanding(stage, wishes.suspend);
      await stage.answer();
      expect(sent).toEqual([]);
    });
  });
});
