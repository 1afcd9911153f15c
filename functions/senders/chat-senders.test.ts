import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import type { Message, NotifiedEvent } from '@busker/core/notification/notified-event';
import type { ChannelCredentials } from '@busker/core/outbox/channel';
import { noon, fakeMessage, fakeNotifiedEvent, fakeNotifiedTip } from '@busker/core/testing/fakes';
import { fakeAddressee } from '../testing/put-channels';
import { InMemoryPost } from '../testing/in-memory-deps';
import type { ChannelSender } from './channel-sender';
import {
  findTelegramChat,
  makeDiscordSender,
  makeMatrixSender,
  makeNtfySender,
  makeSlackSender,
  makeTelegramSender,
  type ChatParts,
} from './chat-senders';

describe('chat senders', () => {
  describe('chat senders', () => {
    const discordToken = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789';
    const botToken = '123456789:AAEabcdefghijklmnopqrstuvwxyz01234';
    const discord = {
      kind: 'discord',
      url: `https://discord.com/api/webhooks/123456789/${discordToken}`,
    } as const;
    const slack = {
      kind: 'slack',
      url: 'https://hooks.slack.com/services/T0123/B0123/abcdefghijklmnop01',
    } as const;
    const telegram = { kind: 'telegram', botToken, chatId: '42' } as const;
    const matrix = {
      kind: 'matrix',
      server: 'https://matrix.example',
      room: '!abc:matrix.example',
      token: 'syt_matrix_token',
    } as const;
    const ntfy = { kind: 'ntfy', server: 'https://ntfy.sh', topic: 'busker-topic', token: null } as const;

    const chats: readonly (readonly [
      name: string,
      make: (parts: ChatParts) => ChannelSender,
      credentials: ChannelCredentials,
      secret: string,
    ])[] = [
      ['Discord', makeDiscordSender, discord, discordToken],
      ['Slack', makeSlackSender, slack, 'abcdefghijklmnop01'],
      ['Telegram', makeTelegramSender, telegram, botToken],
      ['Matrix', makeMatrixSender, matrix, 'syt_matrix_token'],
      ['ntfy', makeNtfySender, ntfy, 'busker-topic'],
    ];

    interface Sent {
      readonly audience?: 'private' | 'public';
      readonly language?: string;
    }

    function chat(make: (parts: ChatParts) => ChannelSender, credentials: ChannelCredentials) {
      const internet = new InMemoryPost();
      const parts = { post: internet.post, clock: { now: () => noon }, origin: 'https://busker.example' };
      const sender = make(parts);
      const send = (message: Message, sent: Sent = {}) =>
        sender.send(fakeAddressee(credentials, sent), message);
      const request = () => {
        const [first] = internet.requests;
        return { ...first, body: JSON.parse(String(first?.body)) as unknown };
      };
      return { internet, send, request };
    }

    const tip = (given: Partial<NotifiedEvent> = {}): NotifiedEvent => fakeNotifiedEvent(given);

    test('Discord gets an embed without any mention', async () => {
      const { send, request } = chat(makeDiscordSender, discord);
      expect(await send(fakeMessage([tip()]), { audience: 'public' })).toMatchObject({ kind: 'sent' });
      expect(request()).toMatchObject({
        url: `https://discord.com/api/webhooks/123456789/${discordToken}?wait=true`,
        body: {
          allowed_mentions: { parse: [] },
          embeds: [
            {
              title: '$5.00 from Kim',
              description: '“Lovely!”',
              timestamp: '2026-10-01T12:00:00.000Z',
              footer: { text: 'Busker' },
            },
          ],
        },
      });
    });

    test('Discord gets the sum of several tips and an embed for each of the first ten', async () => {
      const { send, request } = chat(makeDiscordSender, discord);
      await send(fakeMessage(Array.from({ length: 12 }, () => tip())), { audience: 'public' });
      expect(request().body).toMatchObject({
        content: '12 tips, $60.00 since 14:00\nand 2 more tips, $10.00',
        embeds: Array.from({ length: 10 }, () => ({ title: '$5.00 from Kim' })),
      });
    });

    test('Slack gets a block of plain text and an escaped notification', async () => {
      const { send, request } = chat(makeSlackSender, slack);
      const event = tip({ tip: fakeNotifiedTip({ message: '<!channel> & co' }) });
      await send(fakeMessage([event]), { audience: 'public' });
      expect(request()).toMatchObject({
        url: slack.url,
        body: {
          text: '$5.00 from Kim\n“&lt;!channel&gt; &amp; co”',
          mrkdwn: false,
          unfurl_links: false,
          unfurl_media: false,
          blocks: [
            {
              type: 'section',
              text: { type: 'plain_text', emoji: false, text: '$5.00 from Kim\n“<!channel> & co”' },
            },
          ],
        },
      });
    });

    test('Telegram gets plain text for one chat, with an address in private', async () => {
      const { send, request } = chat(makeTelegramSender, telegram);
      await send(fakeMessage([tip()]));
      expect(request()).toMatchObject({ url: `https://api.telegram.org/bot${botToken}/sendMessage` });
      expect(request().body).toEqual({
        chat_id: '42',
        text: 'Kim sent you $5.00\n“Lovely!”\nhttps://busker.example/money/tips?tip=tip1',
        link_preview_options: { is_disabled: true },
      });
    });

    test('a Telegram group gets no address of the dashboard', async () => {
      const { send, request } = chat(makeTelegramSender, telegram);
      await send(fakeMessage([tip()]), { audience: 'public' });
      expect(request().body).toMatchObject({ text: '$5.00 from Kim\n“Lovely!”' });
    });

    test('Matrix gets a notice in a transaction that is named for the message', async () => {
      const { send, request } = chat(makeMatrixSender, matrix);
      await send(fakeMessage([tip(), tip()]), { audience: 'public' });
      expect(request()).toEqual({
        url: 'https://matrix.example/_matrix/client/v3/rooms/!abc%3Amatrix.example/send/m.room.message/message1',
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Busker',
          authorization: 'Bearer syt_matrix_token',
        },
        body: {
          msgtype: 'm.notice',
          body: '2 tips, $10.00 since 14:00\n• $5.00 from Kim: “Lovely!”\n• $5.00 from Kim: “Lovely!”',
          'm.mentions': {},
        },
      });
    });

    test('ntfy gets the topic in the body, and a click opens the tip', async () => {
      const { send, request } = chat(makeNtfySender, { ...ntfy, token: 'tk_secret' });
      await send(fakeMessage([tip()]));
      expect(request()).toMatchObject({
        url: 'https://ntfy.sh/',
        headers: { authorization: 'Bearer tk_secret' },
        body: {
          topic: 'busker-topic',
          title: 'Kim sent you $5.00',
          message: '“Lovely!”',
          priority: 3,
          tags: ['tada'],
          click: 'https://busker.example/money/tips?tip=tip1',
        },
      });
    });

    test('ntfy gets a text also when a tip has no message, and a warning for a dispute', async () => {
      const silent = chat(makeNtfySender, ntfy);
      await silent.send(fakeMessage([tip({ tip: fakeNotifiedTip({ message: null }) })]));
      expect(silent.request().body).toMatchObject({ title: 'Busker', message: 'Kim sent you $5.00' });
      const urgent = chat(makeNtfySender, ntfy);
      const fact = { type: 'tip.disputed', status: 'open', amount: 500, dueBy: noon } as const;
      await urgent.send(fakeMessage([tip(), tip({ fact })]));
      expect(urgent.request().body).toMatchObject({
        priority: 4,
        tags: ['warning'],
        click: 'https://busker.example/money/tips',
      });
    });

    test.each(chats)(
      '%s sends the code, and a test, in the language of the owner',
      async (_name, make, credentials) => {
        const { send, internet } = chat(make, credentials);
        await send({ kind: 'code', id: 'message1', code: '123456' }, { language: 'de' });
        await send({ kind: 'test', id: 'message2' }, { language: 'de' });
        expect(String(internet.requests[0]?.body)).toContain('Dein Code: 123456');
        expect(String(internet.requests[1]?.body)).toContain('Dieser Kanal funktioniert');
      },
    );

    // Holds out-045.
    test.each(chats)(
      '%s is off after the first 404, and its answer holds no secret',
      async (_name, make, credentials, secret) => {
        const { send, internet } = chat(make, credentials);
        internet.answer = () => ({ ok: true, status: 404, headers: {}, text: `no ${secret} here`, ms: 5 });
        expect(await send(fakeMessage([tip()]))).toEqual({
          kind: 'ended',
          state: 'off',
          end: 'gone',
          attempt: { status: 404, ms: 5, text: 'no [cut] here' },
        });
        expect(internet.requests).toHaveLength(1);
      },
    );

    test.each(chats)('%s rests for as long as a 429 says', async (_name, make, credentials) => {
      const { send, internet } = chat(make, credentials);
      internet.answer = () => ({ ok: true, status: 429, headers: { 'retry-after': '7' }, text: '', ms: 5 });
      expect(await send(fakeMessage([tip()]))).toMatchObject({
        kind: 'again',
        problem: 'too-many-requests',
        after: 7000,
        rests: true,
      });
    });

    test.each(chats)('%s sends nothing with the credentials of another kind', async (_name, make) => {
      const { send, internet } = chat(make, { kind: 'mail', address: null });
      expect(await send(fakeMessage([tip()]))).toMatchObject({ kind: 'again', problem: 'not-configured' });
      expect(internet.requests).toEqual([]);
    });

    test('a Telegram bot without a chat sends nothing', async () => {
      const { send, internet } = chat(makeTelegramSender, { ...telegram, chatId: null });
      expect(await send(fakeMessage([tip()]))).toMatchObject({ problem: 'not-configured' });
      expect(internet.requests).toEqual([]);
    });
  });

  describe('find telegram chat', () => {
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
      const find = (code = '123456') =>
        findTelegramChat({ post: internet.post, botToken, isCode: (word) => word === code });
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
      expect(await find()).toMatchObject({
        problem: { code: 'address-not-answering', figures: { status: 0 } },
      });
    });
  });
});

const traps = [
  '@everyone',
  '@here',
  '<@123>',
  '<!channel>',
  '<https://evil.example|bank>',
  '[x](https://evil.example)',
  '<b>bold</b>',
  '<script>',
  '**_~~||`',
  '\n# big',
  '\n> quote',
  '\n- list',
  '\\',
  '&lt;',
  '"}],"x":[{"',
  '\u202e',
  '\u2067',
  '\u2069',
  '\u0000',
  '\ud800',
  '👩‍👩‍👧‍👦',
  'م',
  '@\u200b@',
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...traps), fc.string({ unit: 'grapheme' })), { maxLength: 12 })
  .map((parts) => parts.join(''));
const long = fc
  .tuple(hostile, fc.constantFrom('@', '<', '😀', '*', 'é', '&'))
  .map(([text, filler]) => `${text}${filler.repeat(5000)}`.slice(0, 5000));
const words = fc.oneof(hostile, long);

const messages = fc
  .record({
    tips: fc.array(fc.record({ name: words, message: words, anonymous: fc.boolean() }), {
      minLength: 1,
      maxLength: 14,
    }),
    audience: fc.constantFrom('private' as const, 'public' as const),
    language: fc.constantFrom(...shippedLanguages),
  })
  .map(({ tips, ...to }) => ({
    to,
    message: fakeMessage(tips.map((fan) => fakeNotifiedEvent({ tip: fakeNotifiedTip(fan) }))),
  }));

async function bodies(
  make: (parts: ChatParts) => ChannelSender,
  credentials: ChannelCredentials,
  check: (body: unknown) => void,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(messages, async ({ to, message }) => {
      const internet = new InMemoryPost();
      const parts = { post: internet.post, clock: { now: () => 0 }, origin: 'https://busker.example' };
      await make(parts).send(fakeAddressee(credentials, to), message);
      const text = String(internet.requests[0]?.body);
      // Lone surrogates would be written as escapes.
      expect(text).not.toMatch(/\\ud[89a-f]|\u202e|\u2067/i);
      check(JSON.parse(text));
    }),
    { numRuns: 60 },
  );
}

const mention = /@(?!\u200b)/;

describe('hostile words', () => {
  // Holds out-046.
  test('no words of a fan ring or format anything in Discord, or exceed its limits', async () => {
    const shape = v.object({
      content: v.optional(v.pipe(v.string(), v.maxLength(2000)), ''),
      allowed_mentions: v.strictObject({ parse: v.strictTuple([]) }),
      embeds: v.pipe(
        v.array(
          v.object({
            title: v.pipe(v.string(), v.maxLength(256)),
            description: v.optional(v.pipe(v.string(), v.maxLength(4096)), ''),
          }),
        ),
        v.maxLength(10),
      ),
    });
    await bodies(
      makeDiscordSender,
      { kind: 'discord', url: 'https://discord.com/api/webhooks/1/a' },
      (body) => {
        const { content, embeds } = v.parse(shape, body);
        const texts = [content, ...embeds.flatMap(({ title, description }) => [title, description])];
        const inEmbeds = embeds.reduce(
          (all, { title, description }) => all + title.length + description.length,
          6,
        );
        expect(inEmbeds).toBeLessThanOrEqual(6000);
        for (const text of texts) {
          expect(text).not.toMatch(mention);
          // What is left after each escape is taken out.
          expect(text.replace(/\\[\\*_~`|>#\-[\]()<]/g, '')).not.toMatch(/[\\*_~`|>#[\]()<]/);
        }
      },
    );
  });

  // Holds out-046.
  test('no words of a fan ring or link anything in Slack, or exceed its limits', async () => {
    const limited = v.pipe(v.string(), v.maxLength(3000));
    const shape = v.object({
      text: limited,
      mrkdwn: v.literal(false),
      blocks: v.tuple([v.object({ text: v.object({ type: v.literal('plain_text'), text: limited }) })]),
    });
    await bodies(
      makeSlackSender,
      { kind: 'slack', url: 'https://hooks.slack.com/services/T/B/a' },
      (body) => {
        const { text, blocks } = v.parse(shape, body);
        expect(text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
        expect(text).not.toMatch(mention);
        expect(blocks[0].text.text).not.toMatch(mention);
      },
    );
  });

  // Holds out-046.
  test('no words of a fan ring or format anything in Telegram, or exceed its limit', async () => {
    const shape = v.strictObject({
      chat_id: v.literal('42'),
      text: v.pipe(v.string(), v.maxLength(4096)),
      link_preview_options: v.strictObject({ is_disabled: v.literal(true) }),
    });
    await bodies(makeTelegramSender, { kind: 'telegram', botToken: '1:a', chatId: '42' }, (body) => {
      expect(v.parse(shape, body).text).not.toMatch(mention);
    });
  });

  // Holds out-046.
  test('no words of a fan ring or format anything in Matrix', async () => {
    const shape = v.strictObject({
      msgtype: v.literal('m.notice'),
      body: v.pipe(v.string(), v.maxLength(4096)),
      'm.mentions': v.strictObject({}),
    });
    const room = { kind: 'matrix', server: 'https://m.example', room: '!a:m.example', token: 't' } as const;
    await bodies(makeMatrixSender, room, (body) => {
      expect(v.parse(shape, body).body).not.toMatch(mention);
    });
  });

  test('no words of a fan make an attachment of a message in ntfy', async () => {
    const shape = v.strictObject({
      topic: v.literal('t'),
      title: v.pipe(v.string(), v.maxBytes(250)),
      message: v.pipe(v.string(), v.minLength(1), v.maxBytes(4096)),
      priority: v.number(),
      tags: v.array(v.string()),
      click: v.pipe(v.string(), v.url()),
    });
    await bodies(
      makeNtfySender,
      { kind: 'ntfy', server: 'https://ntfy.sh', topic: 't', token: null },
      (body) => {
        expect(v.safeParse(shape, body).issues).toBeUndefined();
      },
    );
  });

  test('ten embeds of the longest words stay within Discord’s 6,000 characters', async () => {
    const internet = new InMemoryPost();
    const parts = { post: internet.post, clock: { now: () => 0 }, origin: 'https://busker.example' };
    const tip = fakeNotifiedTip({ name: '*'.repeat(5000), message: '😀'.repeat(5000) });
    const message = fakeMessage(Array.from({ length: 12 }, () => fakeNotifiedEvent({ tip })));
    const to = fakeAddressee({ kind: 'discord', url: 'https://discord.com/api/webhooks/1/a' });
    await makeDiscordSender(parts).send(to, message);
    const texts = v.object({
      embeds: v.array(
        v.object({ title: v.string(), description: v.string(), footer: v.optional(v.unknown()) }),
      ),
    });
    const { embeds } = v.parse(texts, JSON.parse(String(internet.requests[0]?.body)));
    const lengths = embeds.map(({ title, description }) => title.length + description.length);
    expect(embeds).toHaveLength(10);
    expect(lengths.reduce((all, length) => all + length, 'Busker'.length)).toBeLessThanOrEqual(6000);
  });
});
