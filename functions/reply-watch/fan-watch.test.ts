import { describe, expect, it } from 'vitest';
import { sendLetter } from '../mail/send-letter';
import { mailWait } from '../mail-channel/mail-sender';
import { mailDocument } from '@busker/core/outbox-documents/event-document';
import { removeTips } from '../open-tips/change-amount';
import { newPushKey } from '../push/push-config';
import type { Sending } from '../senders/channel-sender';
import {
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  paidTip,
  putTips,
  sendTip,
  setStanding,
  wishes,
  type Scenario,
  type SentTip,
} from '../testing/ada';
import { InMemoryPost } from '../testing/in-memory-deps';
import {
  outboxScenario,
  answerTip,
  laptop,
  phone,
  watch,
  watched,
  watchIn,
} from '../testing/outbox-scenario';
import { tipIn } from '../testing/stored-state';
import { openTipView, signTipToken } from '../tips/tip-access';
import { makeWatchPush } from './watch-push';

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

describe('the watch goes', () => {
  it('when the fan takes the tip back', async () => {
    const { scenario, tip } = await watched();
    const undone = await scenario.call(
      'POST',
      `/v1/tips/${tip.tipId}/undo`,
      undefined,
      bearerOf(tip.tipToken),
    );
    expect(undone.status).toBe(200);
    expect(watchIn(scenario, tip)).toBeUndefined();
  });

  it('when the fan erases name and message, and not when they change one', async () => {
    const { scenario, tip } = await watched();
    const change = (body: object) =>
      scenario.call('PATCH', `/v1/tips/${tip.tipId}`, body, bearerOf(tip.tipToken));
    await change({ name: 'Zoe', message: 'Hello' });
    await change({ name: null });
    expect(watchIn(scenario, tip)).toBeDefined();
    await change({ message: null });
    expect(watchIn(scenario, tip)).toBeUndefined();
  });

  it('not when a fan without name and message changes what others see', async () => {
    const { scenario, tip } = await watched();
    const change = (body: object) =>
      scenario.call('PATCH', `/v1/tips/${tip.tipId}`, body, bearerOf(tip.tipToken));
    expect((await change({ name: '', message: '', hideAmount: true })).status).toBe(200);
    expect((await change({ anonymous: true })).status).toBe(200);
    expect(watchIn(scenario, tip)).toBeDefined();
  });
});

describe('PUT /v1/tips/{tipId}/watch is refused', () => {
  it('without the token of this tip', async () => {
    const scenario = await outboxScenario();
    const tip = await paidTip(scenario);
    const other = await paidTip(scenario);
    for (const tipToken of ['', 'x', other.tipToken])
      expect((await watch(scenario, { ...tip, tipToken })).json).toMatchObject({ code: 'tip-not-found' });
    const body = { endpoint: phone };
    const ended = await scenario.call('DELETE', `/v1/tips/${tip.tipId}/watch`, body, bearerOf('x'));
    expect(ended.json).toMatchObject({ code: 'tip-not-found' });
  });

  it('before the tip is paid, after it was answered, and after it was taken back', async () => {
    const scenario = await outboxScenario();
    const waiting = await sendTip(scenario);
    const answered = await paidTip(scenario);
    await answerTip(scenario, answered);
    const undone = await paidTip(scenario);
    await scenario.call('POST', `/v1/tips/${undone.tipId}/undo`, undefined, bearerOf(undone.tipToken));
    for (const tip of [waiting, answered, undone])
      expect((await watch(scenario, tip)).json).toMatchObject({ status: 409, code: 'reply-not-possible' });
  });

  it('when the host has no key, or the subscription is none', async () => {
    const scenario = await outboxScenario();
    const tip = await paidTip(scenario);
    for (const endpoint of ['http://push.example.net/1', 'push', 'https://a:b@push.example.net/'])
      expect((await watch(scenario, tip, endpoint)).json).toMatchObject({
        status: 422,
        code: 'push-refused',
      });
    Object.assign(scenario.deps.config, { push: null });
    expect((await watch(scenario, tip)).json).toMatchObject({ status: 409, code: 'channel-not-offered' });
  });

  it('after 20 changes of a tip in ten minutes', async () => {
    const scenario = await outboxScenario();
    const tip = await paidTip(scenario);
    Object.assign(scenario.deps.config, { limitFactor: 1 });
    const statuses = [];
    for (let change = 0; change < 21; change += 1) statuses.push((await watch(scenario, tip)).status);
    expect(new Set(statuses.slice(0, 20))).toEqual(new Set([204]));
    expect(statuses[20]).toBe(429);
  });
});

describe('make watch push', () => {
  const key = newPushKey();
  const to = {
    endpoint: 'https://push.example.net/1',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    vapidKey: key.publicKey,
    lang: 'en',
  } as const;
  const notice = {
    tipId: 'tip1',
    title: 'Ada answered you',
    body: 'Open your tip to read the answer.',
    navigate: 'https://busker.test/t/tip1?cs=x',
    language: 'en',
  } as const;

  function sending(status = 201) {
    const posted = new InMemoryPost();
    posted.answer = () => ({ ok: true, status, headers: {}, text: '', ms: 1 });
    const parts = { clock: { now: () => 0 }, publicOrigin: 'https://busker.test', keys: [key] };
    return { posted, push: makeWatchPush({ ...parts, post: posted.post }) };
  }

  it('sends one encrypted message that waits four weeks for the device, of the same length for every name', async () => {
    const { posted, push } = sending();
    expect((await push.send(to, notice)).kind).toBe('sent');
    await push.send(to, { ...notice, title: 'Ada Lovelace of the long name answered you' });
    const [first, second] = posted.requests;
    expect(first).toMatchObject({ url: to.endpoint, headers: { ttl: '2419200', urgency: 'normal' } });
    expect(String(first?.body)).not.toContain('Ada');
    expect(second?.body.length).toBe(first?.body.length);
    expect(second?.headers['topic']).toBe(first?.headers['topic']);
  });

  it('gives a subscription up when the browser ended it, or when the host removed its key', async () => {
    expect(await sending(410).push.send(to, notice)).toMatchObject({ kind: 'ended', end: 'gone' });
    const { posted, push } = sending();
    const other = { ...to, vapidKey: newPushKey().publicKey };
    expect(await push.send(other, notice)).toMatchObject({ kind: 'ended', end: 'not-allowed' });
    expect(posted.requests).toEqual([]);
  });
});

describe('a fan who wants one mail when the owner answers', () => {
  const day = 24 * 60 * 60_000;
  const zoe = 'zoe@example.com';
  type Watched = Awaited<ReturnType<typeof outboxScenario>>;
  const ask = (
    scenario: Pick<Watched, 'call'>,
    tip: Pick<SentTip, 'tipId' | 'tipToken'>,
    email = zoe,
    lang = 'en',
  ) => scenario.call('POST', `/v1/tips/${tip.tipId}/watch/mail`, { email, lang }, bearerOf(tip.tipToken));
  /** The letters that were written, in their order; functions/mail sends them. */
  const mails = ({ deps }: Pick<Watched, 'deps'>) =>
    Object.entries(deps.store.dump())
      .filter(([path]) => path.startsWith('mail/'))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, stored]) => {
        const read = mailDocument.decode(stored);
        return read.ok ? [{ to: read.value.to, expiresAt: read.value.expiresAt, ...read.value.message }] : [];
      });
  /** The path of the link in the newest mail. */
  const linkIn = (scenario: Watched) => {
    const url = new URL(/https?:\S+/.exec(mails(scenario).at(-1)?.text ?? '')?.[0] ?? '');
    return url.pathname + url.search;
  };
  const press = (scenario: Watched, link: string, what = 'on') =>
    scenario.call('POST', link, `do=${what}`, { 'content-type': 'application/x-www-form-urlencoded' });

  async function asked(lang = 'en') {
    const scenario = await outboxScenario();
    const tip = await paidTip(scenario);
    expect((await ask(scenario, tip, zoe, lang)).status).toBe(204);
    await scenario.answer();
    return { scenario, tip, link: linkIn(scenario) };
  }

  // Holds out-200.
  it('confirms the address first, and gets one mail with a link and no word of the answer', async () => {
    const { scenario, tip, link } = await asked('de-AT');
    expect(mails(scenario).map(({ to, subject }) => [to, subject])).toEqual([
      [zoe, 'Bestätigen: eine Mail, wenn Ada Lovelace antwortet'],
    ]);
    const page = await scenario.call('GET', link);
    expect([page.status, watchIn(scenario, tip)]).toEqual([200, undefined]);
    expect(page.text).toContain('Ja, schick mir eine Mail');
    for (const _ of [1, 2]) expect((await press(scenario, link)).status).toBe(200);
    expect(watchIn(scenario, tip)?.mails).toHaveLength(1);
    expect(JSON.stringify(scenario.deps.store.dump()[`tipWatches/${tip.tipId}`])).not.toContain(zoe);
    await answerTip(scenario, tip, 'Secret words');
    await scenario.answer();
    await scenario.pass(30 * 60_000);
    expect(
      mails(scenario)
        .slice(1)
        .map(({ to, subject }) => [to, subject]),
    ).toEqual([[zoe, 'Ada Lovelace hat dir geantwortet']]);
    expect(JSON.stringify(mails(scenario))).not.toContain('Secret');
    expect((await scenario.call('GET', linkIn(scenario))).text).toContain('Secret words');
    expect(watchIn(scenario, tip)).toBeUndefined();
    await answerTip(scenario, tip, 'Other words');
    await scenario.pass(day);
    expect(mails(scenario)).toHaveLength(2);
  });

  it('gets nothing without the confirmation, nor after it was taken back', async () => {
    const { scenario, tip, link } = await asked();
    const other = await paidTip(scenario);
    await ask(scenario, other);
    await scenario.answer();
    await press(scenario, link);
    expect((await press(scenario, link, 'off')).text).toContain('You will get no mail.');
    for (const each of [tip, other]) await answerTip(scenario, each);
    await scenario.pass(day);
    expect(mails(scenario)).toHaveLength(2);
    expect(watchIn(scenario, tip)).toBeUndefined();
  });

  // Holds out-224.
  it('gets no mail that waits to be sent after they erased name and message, took the tip back, or it was removed', async () => {
    for (const end of ['erase', 'one by one', 'undo', 'removed'] as const) {
      const scenario = await outboxScenario();
      const tip = await paidTip(scenario, { name: 'Zoe', message: 'Hello' });
      const other = await paidTip(scenario);
      const change = (body: object) =>
        scenario.call('PATCH', `/v1/tips/${tip.tipId}`, body, bearerOf(tip.tipToken));
      for (const each of [tip, other]) expect((await ask(scenario, each)).status).toBe(204);
      if (end === 'undo')
        await scenario.call('POST', `/v1/tips/${tip.tipId}/undo`, undefined, bearerOf(tip.tipToken));
      else if (end === 'removed') await removeTips(scenario.deps, [tipIn(scenario, tip.tipId)]);
      else if (end === 'erase') await change({ name: null, message: null });
      else for (const field of ['name', 'message']) await change({ [field]: null });
      expect(
        mails(scenario).map(({ text }) => [text.includes(tip.tipId), text.includes(other.tipId)]),
      ).toEqual([[false, true]]);
    }
  });

  // Holds out-223, out-224.
  it.each(['sent', 'erased', 'undone'] as const)(
    'has no address and no words left in the mail about the answer once it is %s',
    async (end) => {
      const { scenario, tip, link } = await asked();
      await press(scenario, link);
      await answerTip(scenario, tip);
      await scenario.answer();
      expect(mails(scenario).map(({ to }) => to)).toContain(zoe);
      const at = `/v1/tips/${tip.tipId}`;
      if (end === 'undone') await scenario.call('POST', `${at}/undo`, undefined, bearerOf(tip.tipToken));
      else if (end === 'erased')
        await scenario.call('PATCH', at, { name: null, message: null }, bearerOf(tip.tipToken));
      else
        for (const path of Object.keys(scenario.deps.store.dump()))
          if (path.startsWith('mail/')) await sendLetter(scenario.deps, path.slice('mail/'.length));
      expect(mails(scenario).filter(({ to, text }) => to !== '' || text !== '')).toEqual([]);
    },
  );

  // Holds out-224.
  it('gets no mail that they ask for in the moment in which they take the tip back', async () => {
    const scenario = await outboxScenario();
    const { store } = scenario.deps;
    const [first, tip] = [await paidTip(scenario), await paidTip(scenario)];
    let steps = 0;
    store.pause = () => Promise.resolve(void (steps += 1));
    expect((await ask(scenario, first)).status).toBe(204);
    const undone: number[] = [];
    store.pause = async () => {
      steps -= 1;
      if (steps > 0) return;
      store.pause = () => Promise.resolve();
      const at = `/v1/tips/${tip.tipId}/undo`;
      undone.push((await scenario.call('POST', at, undefined, bearerOf(tip.tipToken))).status);
    };
    expect((await ask(scenario, tip)).json['code']).toBe('reply-not-possible');
    expect(undone).toEqual([200]);
    expect(mails(scenario).map(({ text }) => text.includes(first.tipId))).toEqual([true]);
  });

  // Holds out-224.
  it('gets no waiting mail either when they erase a second time what an ended process had erased', async () => {
    const { scenario, tip } = await asked();
    await scenario.call(
      'PATCH',
      `/v1/tips/${tip.tipId}`,
      { name: null, message: null },
      bearerOf(tip.tipToken),
    );
    await ask(scenario, tip);
    await scenario.call(
      'PATCH',
      `/v1/tips/${tip.tipId}`,
      { name: null, message: null },
      bearerOf(tip.tipToken),
    );
    expect(mails(scenario)).toEqual([]);
  });

  it('keeps the notification that they asked for beside it', async () => {
    const { scenario, tip, link } = await asked();
    await watch(scenario, tip);
    await press(scenario, link);
    await answerTip(scenario, tip);
    await scenario.answer();
    expect([scenario.deps.watchPush.sent.length, mails(scenario).length]).toEqual([1, 2]);
  });

  it('reads that there is an answer already, and is sent to it, when they confirm too late', async () => {
    const { scenario, tip, link } = await asked();
    await answerTip(scenario, tip);
    const { text } = await press(scenario, link);
    expect(text).toContain('Ada Lovelace answered you');
    expect(text).toContain(`/t/${tip.tipId}?cs=`);
    expect(watchIn(scenario, tip)).toBeUndefined();
  });

  it('has a link for two days, and only for this tip', async () => {
    const { scenario, tip, link } = await asked();
    const other = await paidTip(scenario);
    expect((await press(scenario, link.replace(tip.tipId, other.tipId))).status).toBe(404);
    expect((await press(scenario, `${link}x`)).status).toBe(404);
    scenario.deps.clock.advance(2 * day);
    for (const { expiresAt } of mails(scenario))
      expect(expiresAt).toBeLessThanOrEqual(scenario.deps.clock.now());
    expect((await scenario.call('GET', link)).status).toBe(404);
    expect((await press(scenario, link)).status).toBe(404);
    expect(watchIn(scenario, tip)).toBeUndefined();
  });

  // Holds out-201.
  it('is asked three times a day at most for one tip, and an address five times for all', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const tip = await paidTip(scenario);
    const other = await paidTip(scenario);
    const statuses = [];
    for (const each of [tip, tip, tip, tip, other, other, other])
      statuses.push((await ask(scenario, each, zoe)).status);
    expect(statuses).toEqual([204, 204, 204, 429, 204, 204, 429]);
  });

  /** Asks once for each of so many paid tips of Ada, each time for another address. */
  async function askForMany(scenario: Scenario, count: number): Promise<readonly number[]> {
    putTips(scenario.deps, adaUid, count);
    const statuses = [];
    for (const path of Object.keys(scenario.deps.store.dump()).filter((at) => at.includes('/tips/'))) {
      const tipId = path.slice(path.lastIndexOf('/') + 1);
      const tipToken = signTipToken(scenario.deps.config.secrets, { uid: adaUid, tipId });
      statuses.push((await ask(scenario, { tipId, tipToken }, `${tipId}@example.com`)).status);
    }
    return statuses;
  }

  // Holds out-220.
  it('gets the mail while the owner has sent fewer than 50 of them that day, through whatever tips', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    expect(await askForMany(scenario, 52)).toEqual([...Array<number>(50).fill(204), 429, 429]);
    expect(mails(scenario)).toHaveLength(50);
    scenario.deps.clock.advance(day);
    const [tip] = Object.keys(scenario.deps.store.dump()).filter((at) => at.includes('/tips/'));
    const tipId = tip?.slice(tip.lastIndexOf('/') + 1) ?? '';
    const tipToken = signTipToken(scenario.deps.config.secrets, { uid: adaUid, tipId });
    expect((await ask(scenario, { tipId, tipToken })).status).toBe(204);
  });

  // Holds out-221.
  it('gets the mail while the host has mails left that day, and counts among them', async () => {
    const scenario = await adasScenario({ mail: { from: 'busker@busker.test', dailyCap: 3 } });
    expect(await mailWait(scenario.deps, { kind: 'mail' })).toBeNull();
    expect(await askForMany(scenario, 4)).toEqual([204, 204, 429, 429]);
    expect(await mailWait(scenario.deps, { kind: 'mail' })).toBeGreaterThan(0);
  });

  // Holds host-284.
  it.each(['alone', 'beside a notification'])(
    'gets the mail about the answer %s the day after when the host has sent all mails of this day',
    async (how) => {
      const scenario = await outboxScenario();
      Object.assign(scenario.deps.config, { mail: { from: 'busker@busker.test', dailyCap: 2 } });
      const tip = await paidTip(scenario);
      await ask(scenario, tip);
      await scenario.answer();
      await press(scenario, linkIn(scenario));
      if (how !== 'alone') await watch(scenario, tip);
      expect(await mailWait(scenario.deps, { kind: 'mail' })).toBeNull();
      await answerTip(scenario, tip);
      await scenario.pass(3 * 60 * 60_000);
      expect([mails(scenario).length, scenario.deps.watchPush.sent.length]).toEqual([
        1,
        how === 'alone' ? 0 : 1,
      ]);
      expect(watchIn(scenario, tip)?.mails).toHaveLength(1);
      await scenario.pass(25 * 60 * 60_000);
      expect(mails(scenario).map(({ subject }) => subject)).toEqual([
        'Confirm: one mail when Ada Lovelace answers',
        'Ada Lovelace answered you',
      ]);
      expect([watchIn(scenario, tip), scenario.deps.watchPush.sent.length]).toEqual([
        undefined,
        how === 'alone' ? 0 : 1,
      ]);
    },
  );

  // Holds out-222.
  it.each(['Win at evil.example', 'ada@evil.example', 'Call 0171 2345678', 'Dr. Ada // evil'])(
    'reads the address of the page in place of the name %j',
    async (name) => {
      const scenario = await outboxScenario();
      const tip = await paidTip(scenario);
      const path = `profiles/${adaUid}`;
      const live = { name, domain: 'ada.example' };
      scenario.deps.store.put(path, { ...scenario.deps.store.dump()[path], ...live });
      await ask(scenario, tip, zoe, 'de');
      await scenario.answer();
      await press(scenario, linkIn(scenario));
      await answerTip(scenario, tip);
      await scenario.answer();
      await scenario.pass(30 * 60_000);
      expect(mails(scenario).map(({ subject }) => subject)).toEqual([
        'Bestätigen: eine Mail, wenn die Person hinter busker.test/@ada antwortet',
        'Die Person hinter ada.example hat dir geantwortet',
      ]);
      expect(JSON.stringify(mails(scenario))).not.toContain(name);
    },
  );

  it('is refused without the token, for a tip with an answer, and where the host sends no mails', async () => {
    const scenario = await outboxScenario();
    const tip = await paidTip(scenario);
    expect((await ask(scenario, { ...tip, tipToken: 'x' })).status).toBe(404);
    await answerTip(scenario, tip);
    expect((await ask(scenario, tip)).json['code']).toBe('reply-not-possible');
    const silent = await adasScenario({ mails: 'print' });
    const unheard = await paidTip(silent);
    const refused = await ask(silent, unheard);
    expect(refused.json['code']).toBe('channel-not-offered');
  });
});
