import { describe, expect, it } from 'vitest';
import { paths } from '../../../core/documents/documents';
import { decodeTipWatch, type TipWatch } from '../../../core/documents/tip-watch-document';
import type { Sending } from '../../outbox/channel-sender';
import { adaToken, adaUid, bearerOf, paidTip, sendTip, type Answer, type SentTip } from '../../testing/ada';
import { outboxStage, type OutboxStage } from '../../testing/outbox-stage';
import { setStanding, wishes } from '../../testing/standing';
import { openTipView } from '../tip-tokens';

const minute = 60_000;
const day = 24 * 60 * minute;
const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const phone = 'https://push.example.net/phone';
const laptop = 'https://push.example.net/laptop';
const attempt = { status: null, ms: 1, text: '' };
const away: Sending = { kind: 'again', problem: 'unreachable', after: null, rests: false, attempt };
const gone: Sending = { kind: 'ended', state: 'off', end: 'gone', attempt };

const watch = (
  stage: OutboxStage,
  { tipId, tipToken }: SentTip,
  endpoint = phone,
  lang = 'en',
): Promise<Answer> =>
  stage.call(
    'PUT',
    `/v1/tips/${tipId}/watch`,
    { subscription: { endpoint, keys }, lang },
    bearerOf(tipToken),
  );

async function answerTip(stage: OutboxStage, { tipId }: SentTip, text = 'Thank you, Zoe!'): Promise<void> {
  const { status } = await stage.call('POST', `/v1/me/tips/${tipId}/reply`, { text }, bearerOf(adaToken));
  expect(status).toBe(200);
}

function watchIn({ deps }: OutboxStage, { tipId }: SentTip): TipWatch | undefined {
  const stored = deps.store.dump()[paths.tipWatch(tipId)];
  if (stored === undefined) return undefined;
  const read = decodeTipWatch(stored);
  return read.ok ? read.value : undefined;
}

async function watched(lang = 'en') {
  const stage = await outboxStage();
  const tip = await paidTip(stage);
  expect((await watch(stage, tip, phone, lang)).status).toBe(204);
  return { stage, tip, sent: stage.deps.watchPush.sent };
}

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

  it('is sent by the sweep when every ring is lost', async () => {
    const { stage, tip, sent } = await watched();
    await answerTip(stage, tip);
    const { outboxBell, clock } = stage.deps;
    outboxBell.take(clock.now() + day);
    clock.advance(minute);
    await stage.sweep();
    outboxBell.take(clock.now() + day);
    expect(watchIn(stage, tip)?.dueAt).toBe(clock.now());
    expect(sent).toEqual([]);
    clock.advance(minute);
    await stage.sweep();
    expect(sent).toHaveLength(1);
  });

  it('is sent once when its ring comes twice', async () => {
    const { stage, tip, sent } = await watched();
    await answerTip(stage, tip);
    await stage.answer((rings) => [...rings, ...rings]);
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

describe('the watch goes', () => {
  it('when the fan takes the tip back', async () => {
    const { stage, tip } = await watched();
    const undone = await stage.call('POST', `/v1/tips/${tip.tipId}/undo`, undefined, bearerOf(tip.tipToken));
    expect(undone.status).toBe(200);
    expect(watchIn(stage, tip)).toBeUndefined();
  });

  it('when the fan erases name and message, and not when they change one', async () => {
    const { stage, tip } = await watched();
    const change = (body: object) =>
      stage.call('PATCH', `/v1/tips/${tip.tipId}`, body, bearerOf(tip.tipToken));
    await change({ name: 'Zoe', message: 'Hello' });
    await change({ name: null });
    expect(watchIn(stage, tip)).toBeDefined();
    await change({ message: null });
    expect(watchIn(stage, tip)).toBeUndefined();
  });
});

describe('PUT /v1/tips/{tipId}/watch is refused', () => {
  it('without the token of this tip', async () => {
    const stage = await outboxStage();
    const tip = await paidTip(stage);
    const other = await paidTip(stage);
    for (const tipToken of ['', 'x', other.tipToken])
      expect((await watch(stage, { ...tip, tipToken })).json).toMatchObject({ code: 'tip-not-found' });
    const body = { endpoint: phone };
    const ended = await stage.call('DELETE', `/v1/tips/${tip.tipId}/watch`, body, bearerOf('x'));
    expect(ended.json).toMatchObject({ code: 'tip-not-found' });
  });

  it('before the tip is paid, after it was answered, and after it was taken back', async () => {
    const stage = await outboxStage();
    const waiting = await sendTip(stage);
    const answered = await paidTip(stage);
    await answerTip(stage, answered);
    const undone = await paidTip(stage);
    await stage.call('POST', `/v1/tips/${undone.tipId}/undo`, undefined, bearerOf(undone.tipToken));
    for (const tip of [waiting, answered, undone])
      expect((await watch(stage, tip)).json).toMatchObject({ status: 409, code: 'reply-not-possible' });
  });

  it('when the host has no key, or the subscription is none', async () => {
    const stage = await outboxStage();
    const tip = await paidTip(stage);
    for (const endpoint of ['http://push.example.net/1', 'push', 'https://a:b@push.example.net/'])
      expect((await watch(stage, tip, endpoint)).json).toMatchObject({ status: 422, code: 'push-refused' });
    Object.assign(stage.deps.config, { push: null });
    expect((await watch(stage, tip)).json).toMatchObject({ status: 409, code: 'channel-not-offered' });
  });

  it('after 20 changes of a tip in ten minutes', async () => {
    const stage = await outboxStage();
    const tip = await paidTip(stage);
    Object.assign(stage.deps.config, { limitFactor: 1 });
    const statuses = [];
    for (let change = 0; change < 21; change += 1) statuses.push((await watch(stage, tip)).status);
    expect(new Set(statuses.slice(0, 20))).toEqual(new Set([204]));
    expect(statuses[20]).toBe(429);
  });
});
