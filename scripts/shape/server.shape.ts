import { afterAll, beforeAll, expect, it } from 'vitest';
import { runOutboxTask } from '../../functions/jobs/start-timers';
import { InMemoryMail } from '../../functions/testing/in-memory-mail';
import { makeMailSender } from '../../functions/mail-channel/mail-sender';
import {
  adaDraft,
  adasStage,
  adaToken,
  adaUid,
  bearerOf,
  goodTip,
  putDraft,
  sendEvent,
  word,
  type Stage,
} from '../../functions/testing/ada';
import { begin, monthlyReference, monthlyStage } from '../../functions/testing/monthly-stage';
import { putChannels } from '../../functions/testing/outbox-stage';
import { CalledFiles } from './called-files';
import { addParts } from './shape-rows';

const called = new CalledFiles();
const parts: Record<string, readonly string[]> = {};

beforeAll(() => called.start());
afterAll(() => addParts(parts));

/** Ada with a mail channel. Her letters go through the real sender, up to the transport. */
async function withMail(): Promise<{ readonly stage: Stage; readonly mail: InMemoryMail }> {
  const stage = await adasStage();
  const mail = new InMemoryMail();
  const { idTokens, log, config, senders } = stage.deps;
  const { publicOrigin } = config;
  const sender = makeMailSender({
    transport: mail,
    idTokens,
    log,
    config: { publicOrigin, from: 'busker@busker.test' },
  });
  Object.assign(senders, { mail: sender });
  await putChannels(stage, { mail1: { kind: 'mail' } });
  await answerDue(stage);
  mail.sent.length = 0;
  return { stage, mail };
}

/** Answers what the outbox has rung for within an hour. */
async function answerDue({ deps }: Stage): Promise<void> {
  for (let minute = 0; minute < 60; minute += 1) {
    let tasks = deps.outboxQueue.take(deps.clock.now());
    while (tasks.length > 0) {
      for (const task of tasks) await runOutboxTask(deps, task);
      tasks = deps.outboxQueue.take(deps.clock.now());
    }
    deps.clock.advance(60_000);
  }
}

it('a tip is paid, and the owner gets a mail', async () => {
  const { stage, mail } = await withMail();
  const body = await goodTip(stage);
  const { handle } = body;
  await called.take();

  await stage.call('POST', '/v1/tip-sessions?where=in-page', { handle });
  parts['tip: session'] = await called.take();
  const created = await stage.call('POST', '/v1/tips', body);
  expect(created.status).toBe(201);
  parts['tip: create'] = await called.take();

  const tipId = word(created, 'tipId');
  const paymentIntentId = word(created, 'clientSecret').split('_secret_')[0] ?? '';
  stage.stripe.pay(paymentIntentId);
  await called.take();
  const status = await stage.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(word(created, 'tipToken')));
  expect(word(status, 'status')).toBe('paid');
  parts['tip: status'] = await called.take();

  await sendEvent(stage, 'payment_intent.succeeded', { paymentIntentId, reference: { uid: adaUid, tipId } });
  await answerDue(stage);
  expect(mail.sent).toHaveLength(1);
  parts['tip: webhook and mail after the status'] = await called.take();
});

it('an event of Stripe arrives first, and the owner gets a mail', async () => {
  const { stage, mail } = await withMail();
  const created = await stage.call('POST', '/v1/tips', await goodTip(stage));
  const tipId = word(created, 'tipId');
  const paymentIntentId = word(created, 'clientSecret').split('_secret_')[0] ?? '';
  stage.stripe.pay(paymentIntentId);
  await called.take();
  await sendEvent(stage, 'payment_intent.succeeded', { paymentIntentId, reference: { uid: adaUid, tipId } });
  parts['webhook'] = await called.take();
  await answerDue(stage);
  expect(mail.sent).toHaveLength(1);
  parts['mail'] = await called.take();
});

it('a monthly tip is renewed, and the owner gets a mail', async () => {
  const { stage, mail } = await withMail();
  const monthly = await monthlyStage(stage);
  const id = await begin(monthly);
  await answerDue(stage);
  mail.sent.length = 0;
  stage.deps.clock.advance(31 * 24 * 60 * 60_000);
  monthly.billing.renew(id);
  const invoiceId = stage.deps.subscriptions.subscriptions.get(id)?.invoices[1]?.id ?? '';
  await called.take();
  const answer = await sendEvent(stage, 'invoice.paid', {
    objectId: invoiceId,
    invoiceId,
    reference: monthlyReference,
  });
  expect(answer.status).toBe(200);
  parts['renewal: webhook'] = await called.take();
  await answerDue(stage);
  expect(mail.sent).toHaveLength(1);
  parts['renewal: mail'] = await called.take();
});

it('an owner publishes an edit, and a visitor reads it', async () => {
  const stage = await adasStage();
  putDraft(stage.deps, adaUid, { ...adaDraft, name: 'Augusta', revision: 2 });
  stage.deps.clock.advance(60_000);
  await called.take();
  const published = await stage.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
  expect(published.status).toBe(200);
  parts['edit: publish'] = await called.take();
  const shown = await stage.call('GET', '/v1/profiles/ada');
  expect(word(shown, 'name')).toBe('Augusta');
  parts['edit: read'] = await called.take();
});
