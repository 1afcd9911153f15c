import { expect } from 'vitest';
import { paths } from '../../core/documents/documents';
import { decodeTipWatch, type TipWatch } from '../../core/documents/tip-document';
import { adaToken, bearerOf, paidTip, type Answer, type SentTip } from './ada';
import { outboxStage, type OutboxStage } from './outbox-stage';

export const pushKeys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
export const phone = 'https://push.example.net/phone';
export const laptop = 'https://push.example.net/laptop';

/** The fan asks to be told in a browser. */
export const watch = (
  stage: OutboxStage,
  { tipId, tipToken }: SentTip,
  endpoint = phone,
  lang = 'en',
): Promise<Answer> =>
  stage.call(
    'PUT',
    `/v1/tips/${tipId}/watch`,
    { subscription: { endpoint, keys: pushKeys }, lang },
    bearerOf(tipToken),
  );

export async function answerTip(
  stage: OutboxStage,
  { tipId }: SentTip,
  text = 'Thank you, Zoe!',
): Promise<void> {
  const { status } = await stage.call('POST', `/v1/me/tips/${tipId}/reply`, { text }, bearerOf(adaToken));
  expect(status).toBe(200);
}

export function watchIn({ deps }: OutboxStage, { tipId }: SentTip): TipWatch | undefined {
  const stored = deps.store.dump()[paths.tipWatch(tipId)];
  if (stored === undefined) return undefined;
  const read = decodeTipWatch(stored);
  return read.ok ? read.value : undefined;
}

/** A paid tip whose fan waits for an answer. */
export async function watched(lang = 'en') {
  const stage = await outboxStage();
  const tip = await paidTip(stage);
  expect((await watch(stage, tip, phone, lang)).status).toBe(204);
  return { stage, tip, sent: stage.deps.watchPush.sent };
}
