import { expect, it } from 'vitest';
import { adasScenario, adaUid, word, type Scenario } from '../testing/ada';
import { addChannel, callChannel, newChannels, otherCode } from '../testing/channel-calls';
import { channelsIn, secretIn } from '../testing/put-channels';

/** Telegram has one message for the bot. */
function telegramHas({ deps }: Scenario, text: string, type = 'private'): void {
  const result = [{ update_id: 7, message: { text, chat: { id: 4711, type } } }];
  const answer = (status: number, body: object) =>
    ({ ok: true, status, headers: {}, text: JSON.stringify(body), ms: 1 }) as const;
  deps.posted.answer = ({ body }) =>
    answer(200, { ok: true, result: String(body).includes('"offset":8') ? [] : result });
}

async function newBot(scenario: Scenario) {
  const answer = await addChannel(scenario, newChannels.telegram);
  return { id: word(answer, 'channelId'), code: word(answer, 'code') };
}

it('a bot is verified by the code that the owner sends to it, and its chat is kept', async () => {
  const scenario = await adasScenario();
  const { id, code } = await newBot(scenario);
  telegramHas(scenario, `/start ${code}`);
  const answer = await callChannel(scenario, 'POST', `${id}/verify`, {});
  expect(answer.json).toMatchObject({ channel: { state: 'on', audience: 'private' } });
  expect(secretIn(scenario.deps, id)).toMatchObject({ credentials: { chatId: '4711' }, code: null });
});

it('what is sent to a group can be read by others, so it gets what the public may see', async () => {
  const scenario = await adasScenario();
  const { id, code } = await newBot(scenario);
  telegramHas(scenario, code, 'supergroup');
  const answer = await callChannel(scenario, 'POST', `${id}/verify`, {});
  expect(answer.json).toMatchObject({ channel: { state: 'on', audience: 'public' } });
});

it('another code does not verify it', async () => {
  const scenario = await adasScenario();
  const { id, code } = await newBot(scenario);
  telegramHas(scenario, otherCode(code));
  expect((await callChannel(scenario, 'POST', `${id}/verify`, {})).json['code']).toBe('code-wrong');
  expect(channelsIn(scenario.deps, adaUid).channels[id]?.state).toBe('unverified');
});

it('a code that is too old is replaced by a new one, which is in the answer', async () => {
  const scenario = await adasScenario();
  const { id, code } = await newBot(scenario);
  scenario.deps.clock.advance(10 * 60_000);
  telegramHas(scenario, code);
  expect((await callChannel(scenario, 'POST', `${id}/verify`, {})).json['code']).toBe('code-expired');
  const renewed = await callChannel(scenario, 'POST', `${id}/code`);
  telegramHas(scenario, word(renewed, 'text'));
  expect((await callChannel(scenario, 'POST', `${id}/verify`, {})).json).toMatchObject({
    channel: { state: 'on' },
  });
});
