import { afterAll, beforeAll, expect, it } from 'vitest';
import { runOutboxTask } from '@busker/functions/jobs/start-timers';
import { InMemoryMail } from '@busker/functions/testing/in-memory-deps';
import { makeMailSender } from '@busker/functions/mail-channel/mail-sender';
import {
  adaDraft,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  goodTip,
  putDraft,
  sendEvent,
  word,
  type Scenario,
} from '@busker/functions/testing/ada';
import { begin, monthlyReference, monthlyScenario } from '@busker/functions/testing/monthly-scenario';
import { putChannels } from '@busker/functions/testing/outbox-scenario';
import { CalledFiles, addParts } from '../shape-rows';

const called = new CalledFiles();
const parts: Record<string, readonly string[]> = {};

beforeAll(() => called.start());
afterAll(() => addParts(parts));

/** Ada with a mail channel. Her letters go through the real sender, up to the transport. */
async function withMail(): Promise<{ readonly scenario: Scenario; readonly mail: InMemoryMail }> {
  const scenario = await adasScenario();
  const mail = new InMemoryMail();
  const { idTokens, log, config, senders } = scenario.deps;
  const { publicOrigin } = config;
  const sender = makeMailSender({
    transport: mail,
    idTokens,
    log,
    config: { publicOrigin, from: 'busker@busker.test' },
  });
  Object.assign(senders, { mail: sender });
  await putChannels(scenario, { mail1: { kind: 'mail' } });
  await answerDue(scenario);
  mail.sent.length = 0;
  return { scenario, mail };
}

/** Answers what the outbox has rung for within an hour. */
async function answerDue({ deps }: Scenario): Promise<void> {
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
  const { scenario, mail } = await withMail();
  const body = await goodTip(scenario);
  const { handle } = body;
  await called.take();

  await scenario.call('POST', '/v1/tip-sessions?where=in-page', { handle });
  parts['tip: session'] = await called.take();
  const created = await scenario.call('POST', '/v1/tips', body);
  expect(created.status).toBe(201);
  parts['tip: create'] = await called.take();

  const tipId = word(created, 'tipId');
  const paymentIntentId = word(created, 'clientSecret').split('_secret_')[0] ?? '';
  scenario.stripe.pay(paymentIntentId);
  await called.take();
  const status = await scenario.call(
    'GET',
    `/v1/tips/${tipId}`,
    undefined,
    bearerOf(word(created, 'tipToken')),
  );
  expect(word(status, 'status')).toBe('paid');
  parts['tip: status'] = await called.take();

  await sendEvent(scenario, 'payment_intent.succeeded', {
    paymentIntentId,
    reference: { uid: adaUid, tipId },
  });
  await answerDue(scenario);
  expect(mail.sent).toHaveLength(1);
  parts['tip: webhook and mail after the status'] = await called.take();
});

it('an event of Stripe arrives first, and the owner gets a mail', async () => {
  const { scenario, mail } = await withMail();
  const created = await scenario.call('POST', '/v1/tips', await goodTip(scenario));
  const tipId = word(created, 'tipId');
  const paymentIntentId = word(created, 'clientSecret').split('_secret_')[0] ?? '';
  scenario.stripe.pay(paymentIntentId);
  await called.take();
  await sendEvent(scenario, 'payment_intent.succeeded', {
    paymentIntentId,
    reference: { uid: adaUid, tipId },
  });
  parts['webhook'] = await called.take();
  await answerDue(scenario);
  expect(mail.sent).toHaveLength(1);
  parts['mail'] = await called.take();
});

it('a monthly tip is renewed, and the owner gets a mail', async () => {
  const { scenario, mail } = await withMail();
  const monthly = await monthlyScenario(scenario);
  const id = await begin(monthly);
  await answerDue(scenario);
  mail.sent.length = 0;
  scenario.deps.clock.advance(31 * 24 * 60 * 60_000);
  monthly.billing.renew(id);
  const invoiceId = scenario.deps.subscriptions.subscriptions.get(id)?.invoices[1]?.id ?? '';
  await called.take();
  const answer = await sendEvent(scenario, 'invoice.paid', {
    objectId: invoiceId,
    invoiceId,
    reference: monthlyReference,
  });
  expect(answer.status).toBe(200);
  parts['renewal: webhook'] = await called.take();
  await answerDue(scenario);
  expect(mail.sent).toHaveLength(1);
  parts['renewal: mail'] = await called.take();
});

it('an owner publishes an edit, and a visitor reads it', async () => {
  const scenario = await adasScenario();
  putDraft(scenario.deps, adaUid, { ...adaDraft, name: 'Augusta', revision: 2 });
  scenario.deps.clock.advance(60_000);
  await called.take();
  const published = await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
  expect(published.status).toBe(200);
  parts['edit: publish'] = await called.take();
  const shown = await scenario.call('GET', '/v1/profiles/ada');
  expect(word(shown, 'name')).toBe('Augusta');
  parts['edit: read'] = await called.take();
});
