import { expect } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { tipWatchDocument, type TipWatch } from '@busker/core/money-documents/tip-document';
import { adaToken, bearerOf, paidTip, type Answer, type SentTip } from './ada';
import { outboxScenario, type OutboxScenario } from './outbox-scenario';

export const pushKeys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
export const phone = 'https://push.example.net/phone';
export const laptop = 'https://push.example.net/laptop';

/** The fan asks to be notified in a browser. */
export const watch = (
  scenario: OutboxScenario,
  { tipId, tipToken }: SentTip,
  endpoint = phone,
  lang = 'en',
): Promise<Answer> =>
  scenario.call(
    'PUT',
    `/v1/tips/${tipId}/watch`,
    { subscription: { endpoint, keys: pushKeys }, lang },
    bearerOf(tipToken),
  );

export async function answerTip(
  scenario: OutboxScenario,
  { tipId }: SentTip,
  text = 'Thank you, Zoe!',
): Promise<void> {
  const { status } = await scenario.call('POST', `/v1/me/tips/${tipId}/reply`, { text }, bearerOf(adaToken));
  expect(status).toBe(200);
}

export function watchIn({ deps }: OutboxScenario, { tipId }: SentTip): TipWatch | undefined {
  const stored = deps.store.dump()[paths.tipWatch(tipId)];
  if (stored === undefined) return undefined;
  const read = tipWatchDocument.decode(stored);
  return read.ok ? read.value : undefined;
}

/** A paid tip whose fan waits for an answer. */
export async function watched(lang = 'en') {
  const scenario = await outboxScenario();
  const tip = await paidTip(scenario);
  expect((await watch(scenario, tip, phone, lang)).status).toBe(204);
  return { scenario, tip, sent: scenario.deps.watchPush.sent };
}
