import { adaUid, bearerOf, goodTip, sendEvent, word } from '../../functions/testing/ada';
import type { OutboxStage } from '../../functions/testing/outbox-stage';

/** The requests of a tip: it is made, the fan's page asks about it, and Stripe tells that it is paid. */
export const tipSteps = ['tip', 'poll', 'event'] as const;
export type TipStep = (typeof tipSteps)[number];

export interface Step {
  readonly ms: number;
  /** Requests of the store until the answer, and those of other work meanwhile. */
  readonly requests: number;
}

/** Sends one tip through the server, and measures each of its requests. */
export async function measureTip(stage: OutboxStage): Promise<Readonly<Record<TipStep, Step>>> {
  const { store } = stage.deps;
  const body = await goodTip(stage);
  const measured = async <T>(act: () => Promise<T>) => {
    const before = store.requests;
    const began = performance.now();
    const answer = await act();
    return { answer, step: { ms: performance.now() - began, requests: store.requests - before } };
  };
  const made = await measured(() => stage.call('POST', '/v1/tips', body));
  if (made.answer.status !== 201) throw new Error(`No tip: ${made.answer.text}`);
  const tipId = word(made.answer, 'tipId');
  const asked = await measured(() =>
    stage.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(word(made.answer, 'tipToken'))),
  );
  if (asked.answer.status !== 200) throw new Error(`No answer to a poll: ${asked.answer.text}`);
  const paymentIntentId = word(made.answer, 'clientSecret').split('_secret_')[0] ?? '';
  stage.stripe.pay(paymentIntentId);
  const told = await measured(() =>
    sendEvent(stage, 'payment_intent.succeeded', { paymentIntentId, reference: { uid: adaUid, tipId } }),
  );
  if (told.answer.status !== 200) throw new Error(`Stripe's event was refused: ${told.answer.text}`);
  return { tip: made.step, poll: asked.step, event: told.step };
}
