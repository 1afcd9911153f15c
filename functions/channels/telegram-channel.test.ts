import { expect, it } from 'vitest';
import { adasStage, adaUid, word, type Stage } from '../testing/ada';
import { addChannel, callChannel, newChannels, otherCode } from '../testing/channel-calls';
import { channelsIn, secretIn } from '../testing/put-channels';

/** Telegram has one message for the bot. */
function telegramHas({ deps }: Stage, text: string, type = 'private'): void {
  const result = [{ update_id: 7, message: { text, chat: { id: 4711, type } } }];
  const answer = (status: number, body: object) =>
    ({ ok: true, status, headers: {}, text: JSON.stringify(body), ms: 1 }) as const;
  deps.posted.answer = ({ body }) =>
    answer(200, { ok: true, result: String(body).includes('"offset":8') ? [] : result });
}

async function newBot(stage: Stage) {
  const answer = await addChannel(stage, newChannels.telegram);
  return { id: word(answer, 'channelId'), code: word(answer, 'code') };
}

it('a bot is verified by the code that the owner sends to it, and its chat is kept', async () => {
  const stage = await adasStage();
  const { id, code } = await newBot(stage);
  telegramHas(stage, `/start ${code}`);
  const answer = await callChannel(stage, 'POST', `${id}/verify`, {});
  expect(answer.json).toMatchObject({ channel: { state: 'on', audience: 'private' } });
  expect(secretIn(stage.deps, id)).toMatchObject({ credentials: { chatId: '4711' }, code: null });
});

it('what is sent to a group can be read by others, so it gets what the public may see', async () => {
  const stage = await adasStage();
  const { id, code } = await newBot(stage);
  telegramHas(stage, code, 'supergroup');
  const answer = await callChannel(stage, 'POST', `${id}/verify`, {});
  expect(answer.json).toMatchObject({ channel: { state: 'on', audience: 'public' } });
});

it('another code does not verify it', async () => {
  const stage = await adasStage();
  const { id, code } = await newBot(stage);
  telegramHas(stage, otherCode(code));
  expect((await callChannel(stage, 'POST', `${id}/verify`, {})).json['code']).toBe('code-wrong');
  expect(channelsIn(stage.deps, adaUid).channels[id]?.state).toBe('unverified');
});

it('a code that is too old is replaced by a new one, which is in the answer', async () => {
  const stage = await adasStage();
  const { id, code } = await newBot(stage);
  stage.deps.clock.advance(10 * 60_000);
  telegramHas(stage, code);
  expect((await callChannel(stage, 'POST', `${id}/verify`, {})).json['code']).toBe('code-expired');
  const renewed = await callChannel(stage, 'POST', `${id}/code`);
  telegramHas(stage, word(renewed, 'text'));
  expect((await callChannel(stage, 'POST', `${id}/verify`, {})).json).toMatchObject({
    channel: { state: 'on' },
  });
});
