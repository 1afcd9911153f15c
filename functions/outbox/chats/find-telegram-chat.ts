import * as v from 'valibot';
import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';
import type { Audience } from '../../../core/outbox/channel';
import type { PostAnswer, SafePost } from '../../http/safe-fetch/safe-post';
import { jsonHeaders } from './chat-parts';
import { telegramUrl } from './telegram-sender';

/** `private`: a chat with the owner alone. Others read every other chat. */
export interface TelegramChat {
  readonly chatId: string;
  readonly audience: Audience;
}

interface Asked {
  readonly post: SafePost;
  readonly botToken: string;
  readonly code: string;
}

const message = v.object({
  text: v.fallback(v.string(), ''),
  chat: v.object({ id: v.pipe(v.number(), v.safeInteger()), type: v.string() }),
});
const updates = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    result: v.array(
      v.object({
        update_id: v.number(),
        message: v.fallback(v.optional(message), undefined),
        channel_post: v.fallback(v.optional(message), undefined),
      }),
    ),
  }),
);

/** So many of the newest messages to the bot are looked at. */
const newest = 20;

/**
 * The chat in which the owner sent the code to their bot. Each call asks for one message, because an answer is read up to 4 kB. A looked-at message
 * is forgotten by Telegram (core.telegram.org/bots/api#getupdates).
 */
export async function findTelegramChat({ post, botToken, code }: Asked): Promise<Result<TelegramChat>> {
  let offset = -newest;
  for (let looked = 0; looked < newest; looked += 1) {
    const answer = await post({
      url: telegramUrl(botToken, 'getUpdates'),
      headers: jsonHeaders,
      body: JSON.stringify({ offset, limit: 1, timeout: 0 }),
    });
    if (!answer.ok || answer.status !== 200) return fail(refusalOf(answer));
    const [found] = readUpdates(answer.text);
    if (found === undefined) break;
    if (found.chat !== null && hasCode(found.text, code)) return ok(found.chat);
    offset = found.id + 1;
  }
  return fail(
    problem('code-wrong', {
      detail: 'The bot has not received this code yet. Send it to the bot, then try again.',
    }),
  );
}

interface Found {
  readonly id: number;
  readonly text: string;
  readonly chat: TelegramChat | null;
}

function readUpdates(text: string): readonly Found[] {
  const read = v.safeParse(updates, text);
  if (!read.success) {
    // The answer was too long to be read to its end. Such a message is not the code.
    const id = /"update_id":\s*(\d{1,15})/.exec(text)?.[1];
    return id === undefined ? [] : [{ id: Number(id), text: '', chat: null }];
  }
  return read.output.result.map(({ update_id: id, message: sent, channel_post: posted }) => {
    const given = sent ?? posted;
    if (given === undefined) return { id, text: '', chat: null };
    const audience = given.chat.type === 'private' ? 'private' : 'public';
    return { id, text: given.text, chat: { chatId: String(given.chat.id), audience } };
  });
}

/** The code alone, or after a command: a link to the bot sends `/start 123456`. */
const hasCode = (text: string, code: string) => code !== '' && text.split(/\s+/).includes(code);

function refusalOf(answer: PostAnswer) {
  const status = answer.ok ? answer.status : 0;
  if (status === 401 || status === 404) {
    const sentence = 'Telegram does not know this token. Copy it again from @BotFather.';
    return problem('address-not-allowed', { detail: sentence, fields: { botToken: sentence } });
  }
  // https://core.telegram.org/bots/api#getting-updates: a bot with a webhook answers getUpdates with 409.
  const detail =
    status === 409
      ? 'Another program reads the messages of this bot. Make a new bot for Busker.'
      : 'Telegram gave no good answer. Please try again.';
  return problem('address-not-answering', { detail, figures: { status } });
}
