import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { ChannelCredentials } from '../../core/outbox/channel';
import { fakeMessage, fakeNotifiedEvent, fakeNotifiedTip } from '../../core/testing/notified-events';
import { shippedLanguages } from '../../core/locale/language-tags';
import { fakeAddressee } from '../testing/addressee';
import { InMemoryPost } from '../testing/in-memory-post';
import type { ChannelSender } from './channel-sender';
import {
  makeDiscordSender,
  makeMatrixSender,
  makeNtfySender,
  makeSlackSender,
  makeTelegramSender,
  type ChatParts,
} from './chat-senders';

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
  await bodies(makeSlackSender, { kind: 'slack', url: 'https://hooks.slack.com/services/T/B/a' }, (body) => {
    const { text, blocks } = v.parse(shape, body);
    expect(text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
    expect(text).not.toMatch(mention);
    expect(blocks[0].text.text).not.toMatch(mention);
  });
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
