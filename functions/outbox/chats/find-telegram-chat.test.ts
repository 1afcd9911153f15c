import { expect, test } from 'vitest';
import { InMemoryPost } from '../../testing/in-memory-post';
import { findTelegramChat } from './find-telegram-chat';

const botToken = '123456789:AAEabcdefghijklmnopqrstuvwxyz01234';

interface Update {
  readonly update_id: number;
  readonly [part: string]: unknown;
}

const said = (id: number, text: string, type = 'private'): Update => ({
  update_id: id,
  message: { text, chat: { id: type === 'private' ? 42 : -100123, type } },
});

/** Telegram's queue of a bot: an offset below zero counts from its end. Answers are cut at 4 kB, as safe posts are. */
function bot(queue: readonly Update[]) {
  const internet = new InMemoryPost();
  internet.answer = ({ body }) => {
    const { offset } = JSON.parse(String(body)) as { offset: number };
    const rest = offset < 0 ? queue.slice(offset) : queue.filter(({ update_id: id }) => id >= offset);
    const text = JSON.stringify({ ok: true, result: rest.slice(0, 1) }).slice(0, 4096);
    return { ok: true, status: 200, headers: {}, text, ms: 1 };
  };
  const find = (code = '123456') => findTelegramChat({ post: internet.post, botToken, code });
  return { internet, find };
}

const answering = (status: number) => {
  const { internet, find } = bot([]);
  internet.answer = () => ({ ok: true, status, headers: {}, text: '{}', ms: 1 });
  return find();
};

test('the chat is the one in which the code was sent', async () => {
  const { find, internet } = bot([said(7, 'hello'), said(8, '/start 123456')]);
  expect(await find()).toEqual({ ok: true, value: { chatId: '42', audience: 'private' } });
  expect(internet.requests[0]?.url).toBe(`https://api.telegram.org/bot${botToken}/getUpdates`);
});

test.each(['group', 'supergroup', 'channel'])('others read a %s', async (type) => {
  expect(await bot([said(7, '123456', type)]).find()).toEqual({
    ok: true,
    value: { chatId: '-100123', audience: 'public' },
  });
});

test('a post in a channel may hold the code', async () => {
  const post = { update_id: 7, channel_post: { text: '123456', chat: { id: -5, type: 'channel' } } };
  expect(await bot([post]).find()).toMatchObject({ value: { chatId: '-5', audience: 'public' } });
});

test('the code is found behind other updates and a message that is too long to read', async () => {
  const other = { update_id: 7, my_chat_member: { chat: { id: 1 } } };
  const { find } = bot([other, said(8, 'x'.repeat(5000)), said(9, '123456')]);
  expect(await find()).toMatchObject({ ok: true });
});

test('another code, or a longer number, is not the code', async () => {
  const missing = { ok: false, problem: { code: 'code-wrong' } };
  expect(await bot([said(7, '1234567'), said(8, '654321')]).find()).toMatchObject(missing);
  expect(await bot([said(7, '')]).find('')).toMatchObject(missing);
  expect(await bot([]).find()).toMatchObject(missing);
});

test('a bot with many messages is asked for its newest twenty', async () => {
  const { find, internet } = bot(Array.from({ length: 50 }, (_, id) => said(id, 'hello')));
  expect(await find()).toMatchObject({ ok: false });
  expect(internet.requests).toHaveLength(20);
});

test('an answer that is no JSON ends the search', async () => {
  expect(await answering(200)).toMatchObject({ ok: false, problem: { code: 'code-wrong' } });
});

test('an unknown token is refused by the name of its field', async () => {
  const refused = {
    ok: false,
    problem: { code: 'address-not-allowed', fields: { botToken: expect.any(String) as string } },
  };
  expect(await answering(401)).toMatchObject(refused);
  expect(await answering(404)).toMatchObject(refused);
});

test('a bot that another program reads, and a Telegram that does not answer, are said to be so', async () => {
  expect(await answering(409)).toMatchObject({
    problem: {
      code: 'address-not-answering',
      figures: { status: 409 },
      detail: expect.stringContaining('Another program') as string,
    },
  });
  const { internet, find } = bot([]);
  internet.answer = () => ({ ok: false, problem: 'timed-out', ms: 1 });
  expect(await find()).toMatchObject({ problem: { code: 'address-not-answering', figures: { status: 0 } } });
});
