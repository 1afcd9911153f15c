import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { paths } from '@busker/core/documents/documents';
import { thanksDocument } from '@busker/core/money-documents/tip-document';
import { balanceAnswer, payoutAnswer, payoutsAnswer } from '@busker/core/books/books-api';
import type { Payout, PayoutLine } from '@busker/core/books/payout';
import { noPayments } from '@busker/core/payments/payments-state';
import { runAnyJob } from '../jobs/recurring-jobs';
import { runSweeps } from '../jobs/run-sweep';
import {
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  paidTip,
  refusedFields,
  sendTip,
  setStanding,
  wishes,
  type Answer,
  type Scenario,
  type SentTip,
  emptyScenario,
  putPayments,
  signIn,
} from '../testing/ada';
import { stored } from '../store/store';
import { outboxScenario, watch } from '../testing/outbox-scenario';
import { tipIn } from '../testing/stored-state';
import { signTipView } from '../tips/tip-access';
import type { PaymentsFailure } from '../stripe/payments';

describe('reply to tip', () => {
  const year = 366 * 24 * 60 * 60_000;
  const path = ({ tipId }: SentTip) => `/v1/me/tips/${tipId}/reply`;
  const answer = (scenario: Scenario, tip: SentTip, text: string, token = adaToken) =>
    scenario.call('POST', path(tip), { text }, bearerOf(token));
  const remove = (scenario: Scenario, tip: SentTip) =>
    scenario.call('DELETE', path(tip), undefined, bearerOf(adaToken));
  const receipt = async (scenario: Scenario, { tipId, tipToken }: SentTip, lang = 'en') =>
    (await scenario.call('GET', `/v1/tips/${tipId}/receipt?lang=${lang}`, undefined, bearerOf(tipToken)))
      .json;

  describe('an answer to a paid tip', () => {
    // Holds out-053.
    it('is on the receipt, and on the page after a return from Stripe, as plain text', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario);
      const hostile = 'Thanks <b>Zoe</b>\nSee https://ada.example\u202e';
      expect((await answer(scenario, tip, hostile)).json['reply']).toMatchObject({
        text: 'Thanks <b>Zoe</b>\nSee https://ada.example',
      });
      expect((await receipt(scenario, tip))['reply']).toEqual({
        heading: 'Ada Lovelace answered you',
        text: 'Thanks <b>Zoe</b>\nSee https://ada.example',
      });
      expect((await receipt(scenario, tip, 'de'))['reply']).toMatchObject({
        heading: 'Ada Lovelace hat dir geantwortet',
      });
      const view = encodeURIComponent(
        signTipView(scenario.deps.config.secrets, { uid: adaUid, tipId: tip.tipId }),
      );
      const page = (await scenario.call('GET', `/t/${tip.tipId}?cs=${view}`)).text;
      expect(page).toContain('Thanks &lt;b&gt;Zoe&lt;/b&gt;\nSee https://ada.example</p>');
      expect(page).not.toContain('<a href="https://ada.example');
    });

    it('can be changed for an hour from its first text, and removed at any time', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario);
      await answer(scenario, tip, 'Thank you!');
      scenario.deps.clock.advance(59 * 60_000);
      expect((await answer(scenario, tip, 'Thank you, Zoe!')).status).toBe(200);
      scenario.deps.clock.advance(60_000);
      expect((await answer(scenario, tip, 'Other words')).json).toMatchObject({
        status: 409,
        code: 'reply-not-possible',
      });
      expect(tipIn(scenario, tip.tipId).reply?.text).toBe('Thank you, Zoe!');
      expect((await remove(scenario, tip)).json['reply']).toBeNull();
      expect((await receipt(scenario, tip))['reply']).toBeNull();
      expect((await remove(scenario, tip)).status).toBe(200);
    });

    it('is written once when the same text is sent twice', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario);
      await answer(scenario, tip, 'Thank you!');
      const { rev } = tipIn(scenario, tip.tipId);
      scenario.deps.clock.advance(2 * 60 * 60_000);
      expect((await answer(scenario, tip, ' Thank you! ')).status).toBe(200);
      expect(tipIn(scenario, tip.tipId).rev).toBe(rev);
    });

    it('moves no money and changes nothing that others see', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario, { name: 'Zoe' });
      const before = tipIn(scenario, tip.tipId);
      const wall = (await scenario.call('GET', '/v1/profiles/ada/wall')).text;
      await answer(scenario, tip, 'Thank you!');
      const { contrib, state, moderation, fan } = tipIn(scenario, tip.tipId);
      expect({ contrib, state, moderation, fan }).toEqual({
        contrib: before.contrib,
        state: before.state,
        moderation: before.moderation,
        fan: before.fan,
      });
      expect((await scenario.call('GET', '/v1/profiles/ada/wall')).text).toBe(wall);
    });

    it('stays when the fan erases their own words, and is erased with the years of the owner', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario, { message: 'Lovely' });
      await answer(scenario, tip, 'Thank you, Zoe!');
      await scenario.call(
        'PATCH',
        `/v1/tips/${tip.tipId}`,
        { name: null, message: null },
        bearerOf(tip.tipToken),
      );
      expect((await receipt(scenario, tip))['reply']).toMatchObject({ text: 'Thank you, Zoe!' });
      scenario.deps.clock.advance(8 * year);
      await runSweeps(scenario.deps, ['erase-texts']);
      expect(tipIn(scenario, tip.tipId)).toMatchObject({ reply: null, eraseTextsAt: null });
    });
  });

  describe('an answer is refused', () => {
    it('for an unpaid tip, for the tip of another owner, and without a sign-in', async () => {
      const scenario = await adasScenario();
      const waiting = await sendTip(scenario);
      expect((await answer(scenario, waiting, 'Thank you!')).json['code']).toBe('reply-not-possible');
      expect((await answer(scenario, { ...waiting, tipId: 'a'.repeat(25) }, 'Thank you!')).status).toBe(404);
      expect((await answer(scenario, waiting, 'Thank you!', 'nobody')).status).toBe(401);
    });

    it('by its field when it is empty or too long, at the limit of 500 characters', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario);
      expect(refusedFields(await answer(scenario, tip, ' \n '))).toEqual(['text']);
      expect(refusedFields(await answer(scenario, tip, '🎵'.repeat(501)))).toEqual(['text']);
      expect((await answer(scenario, tip, '🎵'.repeat(500))).status).toBe(200);
    });

    it('while the host does not show the profile; earlier answers are hidden then and can be removed', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario);
      await answer(scenario, tip, 'Thank you!');
      await setStanding(scenario, wishes.suspend);
      expect((await answer(scenario, tip, 'Buy this')).json['code']).toBe('profile-restricted');
      expect((await receipt(scenario, tip))['reply']).toBeNull();
      await setStanding(scenario, wishes.restore);
      expect((await receipt(scenario, tip))['reply']).toMatchObject({ text: 'Thank you!' });
      await setStanding(scenario, wishes.hide);
      expect((await remove(scenario, tip)).status).toBe(200);
    });
  });
});

// Holds pay-945.
it('the history of a tip says for each answer whether it was written, changed or removed', async () => {
  const scenario = await adasScenario();
  const { tipId } = await paidTip(scenario);
  const at = `/v1/me/tips/${tipId}/reply`;
  for (const text of ['Thanks', 'Thank you!'])
    expect((await scenario.call('POST', at, { text }, bearerOf(adaToken))).status).toBe(200);
  expect((await scenario.call('DELETE', at, undefined, bearerOf(adaToken))).status).toBe(200);
  const log = Object.entries(scenario.deps.store.dump()).filter(([path]) => path.includes(`${tipId}/log/`));
  expect(log.map(([, entry]) => entry['reply']).filter(Boolean)).toEqual(['written', 'changed', 'removed']);
});

describe('one answer for the fans of many tips', () => {
  const minute = 60_000;
  const day = 24 * 60 * minute;
  let asked = 0;
  const freshId = () => {
    asked += 1;
    return `0f9b1c2d-3e4f-4a5b-8c6d-${String(asked).padStart(12, '0')}`;
  };
  interface Asked {
    readonly requestId?: string;
    readonly text?: string;
    readonly nameless?: string;
    readonly again?: boolean;
    readonly send?: boolean;
  }
  const thank = (scenario: Scenario, tips: readonly SentTip[], given: Asked = {}): Promise<Answer> =>
    scenario.call(
      'POST',
      '/v1/me/thanks',
      {
        requestId: freshId(),
        tips: tips.map(({ tipId }) => tipId),
        text: 'Thank you, {name}!',
        nameless: 'friend',
        again: false,
        send: true,
        ...given,
      },
      bearerOf(adaToken),
    );
  const replyOf = (scenario: Scenario, { tipId }: SentTip) => tipIn(scenario, tipId).reply?.text;
  const nobody = { answered: 0, late: 0, unpaid: 0, gone: 0 };
  async function tipsOf(scenario: Scenario, count: number): Promise<readonly SentTip[]> {
    const tips: SentTip[] = [];
    while (tips.length < count) tips.push(await paidTip(scenario, { name: `Fan ${tips.length}` }));
    return tips;
  }

  // Holds dash-980.
  it('has each fan’s name and amount, and is on the receipt of each', async () => {
    const scenario = await adasScenario();
    const zoe = await paidTip(scenario, { name: 'Zoe {amount}' });
    const nameless = await paidTip(scenario);
    const text = 'Thank you, { Name }, for {amount}!\nSee <b>you</b>\u202e';
    const { status, json } = await thank(scenario, [zoe, nameless, zoe], { text });
    expect(status).toBe(200);
    expect(json).toEqual({
      state: 'sent',
      told: 2,
      notified: 0,
      mailed: 0,
      unnoticed: 2,
      left: nobody,
      done: 2,
      samples: [
        { tipId: zoe.tipId, text: 'Thank you, Zoe {amount}, for $5.00!\nSee <b>you</b>' },
        { tipId: nameless.tipId, text: 'Thank you, friend, for $5.00!\nSee <b>you</b>' },
      ],
    });
    expect(replyOf(scenario, zoe)).toBe('Thank you, Zoe {amount}, for $5.00!\nSee <b>you</b>');
    expect(replyOf(scenario, nameless)).toBe('Thank you, friend, for $5.00!\nSee <b>you</b>');
  });

  it('calls a fan whose name is held or hidden as one without a name', async () => {
    const scenario = await adasScenario();
    const held = await paidTip(scenario, { name: 'Buy at evil.example.com' });
    await thank(scenario, [held]);
    expect(replyOf(scenario, held)).toBe('Thank you, friend!');
  });

  // Holds dash-981.
  it('says before it is sent who will be told, and why others are not', async () => {
    const scenario = await outboxScenario();
    const tips = await tipsOf(scenario, 4);
    const [waiting, plain, answered, late] = tips;
    if (!waiting || !plain || !answered || !late) throw new Error('There are four tips');
    await watch(scenario, waiting);
    await thank(scenario, [late], { text: 'Thanks!' });
    scenario.deps.clock.advance(60 * minute);
    await thank(scenario, [answered], { text: 'Thanks!' });
    const unpaid = await sendTip(scenario);
    const gone = [
      { ...unpaid, tipId: 'a'.repeat(25) },
      { ...unpaid, tipId: '../uid-eve' },
    ];
    const first = await thank(scenario, [...tips, unpaid, ...gone], { send: false });
    expect(first.json).toMatchObject({
      state: 'preview',
      told: 2,
      notified: 1,
      left: { answered: 2, late: 0, unpaid: 1, gone: 2 },
      done: 0,
    });
    const again = await thank(scenario, tips, { send: false, again: true });
    expect(again.json).toMatchObject({ told: 3, left: { ...nobody, late: 1 } });
    expect([waiting, plain].map((tip) => replyOf(scenario, tip))).toEqual([undefined, undefined]);
    expect(replyOf(scenario, answered)).toBe('Thanks!');
  });

  // Holds dash-982.
  it('leaves out who was thanked, unless the owner says so', async () => {
    const scenario = await adasScenario();
    const tips = await tipsOf(scenario, 2);
    await thank(scenario, tips.slice(0, 1), { text: 'Thanks!' });
    expect((await thank(scenario, tips, { text: 'Again!' })).json).toMatchObject({ told: 1, done: 1 });
    expect(tips.map((tip) => replyOf(scenario, tip))).toEqual(['Thanks!', 'Again!']);
    await thank(scenario, tips, { text: 'Once more!', again: true });
    expect(tips.map((tip) => replyOf(scenario, tip))).toEqual(['Once more!', 'Once more!']);
  });

  it('tells fans who wait by the notification or the mail that they asked for, and says how many are told by each', async () => {
    const scenario = await outboxScenario();
    const tip = await paidTip(scenario, { name: 'Zoe' });
    await watch(scenario, tip);
    const both = await paidTip(scenario, { name: 'Mary' });
    const mail = { address: 'sealed', lang: 'en' as const };
    const { store, clock } = scenario.deps;
    const expiresAt = clock.now() + day;
    await store.transaction((tx) => {
      const wish = { v: 1, uid: adaUid, subscriptions: [], mails: [mail], dueAt: null, attempt: 0 } as const;
      tx.write(stored.tipWatch(both.tipId), { ...wish, expiresAt });
      return Promise.resolve();
    });
    const other = await paidTip(scenario);
    expect((await thank(scenario, [tip, both, other])).json).toMatchObject({
      told: 3,
      notified: 1,
      mailed: 1,
      unnoticed: 1,
    });
    await scenario.answer();
    expect(scenario.deps.watchPush.sent).toHaveLength(1);
  });

  // Holds dash-983.
  describe('sent again', () => {
    it('with the same id, it is sent once, also after its hour', async () => {
      const scenario = await adasScenario();
      const tips = await tipsOf(scenario, 3);
      const requestId = freshId();
      const answers = await Promise.all([1, 2].map(() => thank(scenario, tips, { requestId })));
      const { rev } = tipIn(scenario, tips[0]?.tipId ?? '');
      scenario.deps.clock.advance(2 * 60 * minute);
      const later = await thank(scenario, tips, { requestId });
      for (const { status } of answers) expect(status).toBe(200);
      expect(later.json).toMatchObject({ state: 'sent', told: 3, done: 3, left: nobody });
      expect(tipIn(scenario, tips[0]?.tipId ?? '').rev).toBe(rev);
      expect(ownThanks(scenario)).toHaveLength(1);
    });

    it.each([3, 12, 60, 90, 120, 150])(
      'after the store stopped answering at request %i, each fan has one answer, and the count is right',
      async (broken) => {
        const scenario = await adasScenario();
        const { store, clock } = scenario.deps;
        const tips = await tipsOf(scenario, 25);
        const requestId = freshId();
        let requests = 0;
        store.fault = () => {
          requests += 1;
          if (requests >= broken) throw new Error('The store does not answer');
        };
        await thank(scenario, tips, { requestId });
        store.fault = () => undefined;
        const revs = () => tips.map(({ tipId }) => tipIn(scenario, tipId).rev);
        const before = revs();
        // The lease of the process that ended is over.
        clock.advance(10 * minute);
        const answer = await thank(scenario, tips, { requestId });
        expect(answer.json).toMatchObject({ state: 'sent', told: 25, done: 25, left: nobody });
        expect(tips.map((tip) => replyOf(scenario, tip))).toEqual(
          tips.map((_, index) => `Thank you, Fan ${index}!`),
        );
        expect(revs().every((rev, index) => rev - (before[index] ?? 0) <= 1)).toBe(true);
        const written = revs();
        await thank(scenario, tips, { requestId });
        expect(revs()).toEqual(written);
      },
    );

    it('nobody has to press again: the queue goes on with what is left', async () => {
      const scenario = await adasScenario();
      const { store, clock } = scenario.deps;
      const tips = await tipsOf(scenario, 25);
      let commits = 0;
      store.fault = (step) => {
        commits += step === 'commit' ? 1 : 0;
        if (commits > 15) throw new Error('The store does not answer');
      };
      await thank(scenario, tips);
      store.fault = () => undefined;
      expect(tips.some((tip) => replyOf(scenario, tip) === undefined)).toBe(true);
      clock.advance(10 * minute);
      await runAnyJob(scenario.deps, `thank-${adaUid}`);
      expect(tips.every((tip) => replyOf(scenario, tip) !== undefined)).toBe(true);
      expect(ownThanks(scenario)).toMatchObject([{ isSent: true, done: 25, text: '', tips: [] }]);
    });
  });

  it('goes on after the time that an owner waits, and says how far it is', async () => {
    const scenario = await adasScenario();
    const { store, clock, jobQueue } = scenario.deps;
    const tips = await tipsOf(scenario, 45);
    store.pause = (step) => {
      if (step === 'commit') clock.advance(300);
      return Promise.resolve();
    };
    const requestId = freshId();
    const first = await thank(scenario, tips, { requestId });
    expect(first.json).toMatchObject({ state: 'sending', told: 45 });
    const answered = tips.filter((tip) => replyOf(scenario, tip) !== undefined);
    expect(first.json['done']).toBe(answered.length);
    expect(answered.length).toBeGreaterThan(0);
    expect(jobQueue.tasks.map(({ task }) => task)).toContain(`thank-${adaUid}`);
    store.pause = () => Promise.resolve();
    expect((await thank(scenario, tips, { requestId })).json).toMatchObject({ state: 'sent', done: 45 });
  });

  // Holds dash-1001.
  it('says how many have it not because the host hid the page while it was sent, also when another slice ends it', async () => {
    const scenario = await adasScenario();
    const { store, clock } = scenario.deps;
    const tips = await tipsOf(scenario, 45);
    store.pause = (step) => {
      if (step === 'commit') clock.advance(300);
      return Promise.resolve();
    };
    const requestId = freshId();
    const { done } = (await thank(scenario, tips, { requestId })).json;
    store.pause = () => Promise.resolve();
    await setStanding(scenario, wishes.suspend);
    const hidden = await thank(scenario, tips, { requestId });
    expect(hidden.json).toMatchObject({ state: 'sent', told: 45, done, barred: 45 - Number(done) });
  });

  it('keeps no text where nobody is left to thank', async () => {
    const scenario = await adasScenario();
    const tips = await tipsOf(scenario, 1);
    await thank(scenario, tips, { text: 'Thanks!' });
    expect((await thank(scenario, tips, { text: 'Secret' })).json).toMatchObject({ state: 'sent', told: 0 });
    expect(JSON.stringify(ownThanks(scenario))).not.toContain('Secret');
    expect(await scenario.deps.store.read(stored.job(`thank-${adaUid}`))).toMatchObject({ wants: 1 });
  });

  // Holds dash-984.
  describe('is refused, with nothing half done', () => {
    it('by its field: without tips, with too many, with a placeholder that nobody has, too long, without a word for the nameless', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario, { name: 'Zoe' });
      const many = Array.from({ length: 501 }, () => ({ ...tip, tipId: 'a' }));
      expect(refusedFields(await thank(scenario, []))).toEqual(['tips']);
      expect(refusedFields(await thank(scenario, many))).toEqual(['tips']);
      const unknown = await thank(scenario, [tip], { text: 'Hello {nmae}' });
      expect(unknown.json['faults']).toEqual({ text: 'placeholder-unknown:{nmae}' });
      expect(unknown.json['fields']).toEqual({ text: 'Nothing can be put in for {nmae}.' });
      expect(refusedFields(await thank(scenario, [tip], { nameless: ' ' }))).toEqual(['nameless']);
      expect((await thank(scenario, [tip], { text: 'Hello!', nameless: '', send: false })).status).toBe(200);
      const named = await paidTip(scenario, { name: 'Zoe Longname' });
      const long = await thank(scenario, [tip, named], { text: `{name}${'x'.repeat(494)}` });
      expect(long.json['faults']).toEqual({ text: 'too-long:500' });
      expect(replyOf(scenario, tip)).toBeUndefined();
      expect(ownThanks(scenario)).toEqual([]);
    });

    it('above ten texts a day, with the time until the next one; a look is refused, too', async () => {
      const scenario = await adasScenario();
      const tips = await tipsOf(scenario, 1);
      for (let sent = 0; sent < 10; sent += 1) {
        expect((await thank(scenario, tips, { again: true, text: `Thanks ${sent}` })).status).toBe(200);
        scenario.deps.clock.advance(5 * minute);
      }
      for (const send of [true, false]) {
        const refused = await thank(scenario, tips, { again: true, send });
        expect(refused.json).toMatchObject({
          code: 'too-many-requests',
          figures: { retryAfterSeconds: (day - 50 * minute) / 1000 },
        });
      }
      scenario.deps.clock.advance(day - 50 * minute);
      expect((await thank(scenario, tips, { send: false })).status).toBe(200);
    });

    // Holds dash-1000.
    it('above 60 looks in ten minutes; two dialogs that ask every five seconds how far a text is use none of them up', async () => {
      const scenario = await adasScenario({ limitFactor: 1 });
      const tips = await tipsOf(scenario, 1);
      const requestId = freshId();
      expect((await thank(scenario, tips, { requestId })).status).toBe(200);
      for (let asked = 0; asked < 230; asked += 1)
        expect((await thank(scenario, tips, { requestId })).json['state']).toBe('sent');
      for (let looks = 1; looks < 60; looks += 1)
        expect((await thank(scenario, tips, { send: false })).status).toBe(200);
      expect((await thank(scenario, tips, { send: false })).status).toBe(429);
      expect((await thank(scenario, tips, { requestId })).status).toBe(200);
    });

    it('while the host does not show the profile, and without a sign-in', async () => {
      const scenario = await adasScenario();
      const tips = await tipsOf(scenario, 1);
      await setStanding(scenario, wishes.suspend);
      expect((await thank(scenario, tips)).json['code']).toBe('profile-restricted');
      expect((await scenario.call('POST', '/v1/me/thanks', {})).status).toBe(401);
      await setStanding(scenario, wishes.restore);
      expect(ownThanks(scenario)).toEqual([]);
    });
  });

  function ownThanks({ deps }: Scenario) {
    const read = thanksDocument.decode(deps.store.dump()[paths.thanks(adaUid)] ?? { v: 1, runs: [] });
    return read.ok ? read.value.runs : null;
  }
});

describe('payout routes', () => {
  const payout = (given: Partial<Payout> = {}): Payout => ({
    id: 'po_1',
    amount: 955,
    currency: 'usd',
    status: 'paid',
    createdAt: 1,
    arrivesAt: 2,
    contents: 'listed',
    failureCode: null,
    ...given,
  });
  const line = (given: Partial<PayoutLine> = {}): PayoutLine => ({
    id: 'txn_1',
    kind: 'tip',
    bookedAt: 1,
    amount: 1000,
    fee: 45,
    paymentIntentId: null,
    about: null,
    ...given,
  });

  const asked = (scenario: Scenario, path: string, token = adaToken) =>
    scenario.call('GET', path, undefined, bearerOf(token));
  const codeOf = async (scenario: Scenario, path: string, token = adaToken) => {
    const { status, json } = await asked(scenario, path, token);
    return [status, json['code']];
  };
  const everyRoute = ['/v1/me/balance', '/v1/me/payouts', '/v1/me/payouts/po_1'];

  // Holds pay-210.
  describe('the balance', () => {
    it('is read at Stripe on the owner’s account, with the schedule', async () => {
      const scenario = await adasScenario();
      scenario.deps.payouts.balance = {
        balances: [
          { currency: 'usd', available: -250, pending: 1000 },
          { currency: 'jpy', available: 900, pending: 0 },
        ],
        schedule: { interval: 'weekly', days: ['friday'] },
        paused: true,
      };
      const { status, json } = await asked(scenario, '/v1/me/balance');
      expect([status, json]).toEqual([200, scenario.deps.payouts.balance]);
      expect(v.is(balanceAnswer, json)).toBe(true);
      expect(scenario.deps.payouts.accounts).toEqual(['acct_ada']);
    });
  });

  describe('the list of payouts', () => {
    it('comes in pages, which a cursor connects', async () => {
      const scenario = await adasScenario();
      scenario.deps.payouts.onAPage = 2;
      for (const id of ['po_3', 'po_2', 'po_1']) scenario.deps.payouts.payouts.push(payout({ id }));
      const first = await asked(scenario, '/v1/me/payouts');
      expect(v.is(payoutsAnswer, first.json)).toBe(true);
      expect(first.json).toMatchObject({ payouts: [{ id: 'po_3' }, { id: 'po_2' }], next: 'po_2' });
      const second = await asked(scenario, '/v1/me/payouts?after=po_2');
      expect(second.json).toMatchObject({ payouts: [{ id: 'po_1' }], next: null });
    });

    it('refuses a cursor that is none, and unknown parameters, before Stripe is asked', async () => {
      const scenario = await adasScenario();
      expect(refusedFields(await asked(scenario, '/v1/me/payouts?after=..%2Fx'))).toEqual(['after']);
      expect(refusedFields(await asked(scenario, '/v1/me/payouts?limit=9'))).toEqual(['limit']);
      expect(scenario.deps.payouts.calls).toEqual([]);
    });
  });

  describe('one payout', () => {
    it('names the tip and the fan of each line, and leaves others without', async () => {
      const scenario = await adasScenario();
      const tip = await paidTip(scenario, { name: 'Jörg' });
      scenario.deps.payouts.payouts.push(payout());
      scenario.deps.payouts.lines.set('po_1', [
        line({ id: 'txn_2', kind: 'refund', amount: -200, fee: 0, paymentIntentId: tip.paymentIntentId }),
        line({ id: 'txn_1', paymentIntentId: tip.paymentIntentId }),
        line({ id: 'txn_0', kind: 'other', paymentIntentId: 'pi_of_somebody', about: 'Sale' }),
      ]);
      const { json } = await asked(scenario, '/v1/me/payouts/po_1');
      expect(v.is(payoutAnswer, json)).toBe(true);
      const jorg = { tipId: tip.tipId, fan: 'Jörg' };
      expect(json).toMatchObject({ lines: [{ tip: jorg }, { tip: jorg }, { tip: null }], next: null });
    });

    // Holds pay-212.
    it.each(['never', 'later'] as const)('has no lines while its contents are %s', async (contents) => {
      const scenario = await adasScenario();
      scenario.deps.payouts.payouts.push(payout({ contents }));
      scenario.deps.payouts.lines.set('po_1', [line()]);
      expect((await asked(scenario, '/v1/me/payouts/po_1')).json).toMatchObject({ lines: [], next: null });
      expect(scenario.deps.payouts.calls).toEqual(['readPayout']);
    });

    it('is not found when Stripe does not know it, or when its id is none', async () => {
      const scenario = await adasScenario();
      expect(await codeOf(scenario, '/v1/me/payouts/po_9')).toEqual([404, 'payout-not-found']);
      expect(await codeOf(scenario, '/v1/me/payouts/pi_1')).toEqual([404, 'payout-not-found']);
      expect(scenario.deps.payouts.calls).toEqual(['readPayout']);
    });
  });

  describe('every route about payouts', () => {
    // Holds pay-210.
    it.each(everyRoute)('%s needs a sign-in, and an account that is connected', async (path) => {
      const scenario = emptyScenario();
      expect(await codeOf(scenario, path, 'nobody')).toEqual([401, 'sign-in-required']);
      signIn(scenario.deps, 'uid-eve', 'token-eve');
      expect(await codeOf(scenario, path, 'token-eve')).toEqual([409, 'payments-not-ready']);
      putPayments(scenario.deps, 'uid-eve', noPayments('sandbox', false, 0));
      expect(await codeOf(scenario, path, 'token-eve')).toEqual([409, 'payments-not-ready']);
      const disconnected = { ...noPayments('sandbox', false, 0), accountId: 'acct_eve', disconnectedAt: 1 };
      putPayments(scenario.deps, 'uid-eve', disconnected);
      expect(await codeOf(scenario, path, 'token-eve')).toEqual([409, 'payments-not-ready']);
      expect(scenario.deps.payouts.calls).toEqual([]);
    });

    // Holds pay-212.
    it.each(everyRoute)(
      '%s says when Stripe is away, when the key is at fault, and logs both',
      async (path) => {
        const scenario = await adasScenario();
        const away: PaymentsFailure = { kind: 'unavailable', error: new Error('down') };
        scenario.deps.payouts.outage = away;
        expect(await codeOf(scenario, path)).toEqual([503, 'payouts-unavailable']);
        const key = { why: 'permission', code: 'x', requestId: null, permission: 'rak_payout_read' } as const;
        scenario.deps.payouts.outage = { ...away, key };
        expect(await codeOf(scenario, path)).toEqual([503, 'payouts-not-allowed']);
        expect(scenario.deps.lines.join('\n')).toContain('rak_payout_read');
        scenario.deps.payouts.outage = { kind: 'refused', code: 'odd', requestId: null };
        expect(await codeOf(scenario, path)).toEqual([503, 'payouts-unavailable']);
      },
    );

    it('are limited together, for each owner', async () => {
      const scenario = await adasScenario({ limitFactor: 1 });
      scenario.deps.payouts.payouts.push(payout());
      for (let round = 0; round < 50; round += 1)
        for (const path of everyRoute) expect((await asked(scenario, path)).status).toBe(200);
      expect(await codeOf(scenario, '/v1/me/balance')).toEqual([429, 'too-many-requests']);
      signIn(scenario.deps, 'uid-eve', 'token-eve');
      expect(await codeOf(scenario, '/v1/me/balance', 'token-eve')).toEqual([409, 'payments-not-ready']);
    });

    it('asks about the server’s own account in single mode', async () => {
      const scenario = await adasScenario({ mode: 'single' }, { payments: { accountId: null } });
      await asked(scenario, '/v1/me/balance');
      expect(scenario.deps.payouts.accounts).toEqual([null]);
    });
  });
});
