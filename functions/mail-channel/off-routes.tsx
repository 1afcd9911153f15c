/** @jsxImportSource hono/jsx */
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { timingSafeEqual } from 'node:crypto';
import { directionOf, languageOf } from '@busker/core/locale/language-tags';
import { isLeaving } from '@busker/core/account/account-document';
import { isListening, type Channel, type Channels } from '@busker/core/outbox/channel';
import { offTexts, type OffTexts } from '@busker/core/messages/core-texts';
import { knownSecret, offDigestOf } from '../channels/own-channels';
import type { Deps } from '../deps';
import { readForm, readerOf, type Route } from '../http/routes';
import { writeEvent } from '../outbox/relay';
import { answerPage, noIndex, type Page } from '../pages/page';
import { stored, type Transaction } from '../store/store';

interface OffToken {
  readonly channelId: string;
  readonly offToken: string;
}

/** The last part of the address; undefined when it cannot be one of ours. */
function readOffToken(given: string): OffToken | undefined {
  const [, channelId = '', offToken = ''] = /^([\w-]{1,64})\.([\w-]{1,128})$/.exec(given) ?? [];
  return channelId === '' || channelId.startsWith('__') ? undefined : { channelId, offToken };
}

/** Takes the same time for every wrong token. */
function isOffToken(offDigest: string, given: string): boolean {
  const [known, asked] = [Buffer.from(offDigest), Buffer.from(offDigestOf(given))];
  return known.length === asked.length && timingSafeEqual(known, asked);
}

type SwitchDeps = Pick<Deps, 'store' | 'clock' | 'config' | 'ids' | 'limits'>;

/** Somebody who has one mail of the owner must not switch back and forth, since the owner is notified of each end. */
const mostResumes = { points: 5, windowMs: 24 * 60 * 60_000 } as const;

/** The mail channel of an unsubscribe address. */
interface MailChannel {
  readonly uid: string;
  readonly channelId: string;
  readonly channels: Channels;
  readonly channel: Channel;
}

/** Only what a link ended can be switched on by the link again: it may be in the hands of somebody else. */
const canResume = ({ state, end }: Channel): boolean => state === 'off' && end === 'unsubscribed';

/** `on`: mails are sent. `resumable`: a link ended it. `off`: something else did, or it is not verified. */
type MailSwitch = 'on' | 'resumable' | 'off';

/** An unknown address is `unknown`, which the page does not show. */
interface SwitchedMail {
  readonly state: MailSwitch | 'unknown';
  /** A BCP 47 tag; null = the reader's. */
  readonly language: string | null;
}

const nothing: SwitchedMail = { state: 'unknown', language: null };

const shown = ({ channel, channels }: Pick<MailChannel, 'channel' | 'channels'>): SwitchedMail => ({
  state: isListening(channel) ? 'on' : canResume(channel) ? 'resumable' : 'off',
  language: channels.language,
});

async function find(
  deps: SwitchDeps,
  tx: Transaction,
  { channelId, offToken }: OffToken,
): Promise<MailChannel | undefined> {
  const secret = await tx.read(knownSecret(deps, channelId));
  if (secret === undefined || !isOffToken(secret.offDigest, offToken)) return undefined;
  const channels = await tx.read(stored.channels(secret.uid));
  const channel = channels?.channels[channelId];
  if (channels === undefined || channel?.kind !== 'mail') return undefined;
  return { uid: secret.uid, channelId, channels, channel };
}

/** The channel of this address, unchanged: programs that check links open the address. */
const readMailSwitch = (deps: SwitchDeps, token: OffToken | undefined): Promise<SwitchedMail> =>
  token === undefined
    ? Promise.resolve(nothing)
    : deps.store.transaction(async (tx) => {
        const found = await find(deps, tx, token);
        return found === undefined ? nothing : shown(found);
      });

const ended = { state: 'off', end: 'unsubscribed' } as const;
const resumed = { state: 'on', end: null, problem: null, failures: 0, failingSince: null } as const;

/** Ends the channel, or switches on again what a link ended. A repetition changes nothing. */
export async function switchMail(
  deps: SwitchDeps,
  token: OffToken | undefined,
  to: 'on' | 'off',
): Promise<SwitchedMail> {
  const { store, clock, config, ids, limits } = deps;
  if (token === undefined) return nothing;
  if (to === 'on') {
    const [resumes] = await limits.count([{ key: `mail-resumes-${token.channelId}`, ...mostResumes }]);
    if (resumes !== undefined && resumes.left < 0) return readMailSwitch(deps, token);
  }
  return store.transaction(async (tx) => {
    const found = await find(deps, tx, token);
    if (found === undefined) return nothing;
    const { uid, channelId, channels, channel } = found;
    const isChange = to === 'off' ? isListening(channel) : canResume(channel);
    if (!isChange || isLeaving(await tx.read(stored.leaving(uid)))) return shown(found);
    const changed = { ...channel, ...(to === 'off' ? ended : resumed) };
    tx.write(stored.channels(uid), { ...channels, channels: { ...channels.channels, [channelId]: changed } });
    if (to === 'off') {
      const { kind, label } = channel;
      const fact = { type: 'channel.disabled', channelId, kind, label, why: ended.end } as const;
      // The owner's other channels say it: the link may be in the hands of somebody else.
      const event = { id: ids.fresh(), fact, at: clock.now(), livemode: config.livemode, tip: null };
      writeEvent(tx, uid, event);
    }
    return shown({ channel: changed, channels });
  });
}

/** `ask`: before anything was done. `stopped` and `resumed`: after the button. */
type OffStep = 'ask' | 'stopped' | 'resumed';

/** The page posts to its own address. */
const button = (to: 'on' | 'off', label: string, style: string): Child => (
  <form method="post">
    <input type="hidden" name="do" value={to} />
    <p>
      <button class={style} type="submit">
        {label}
      </button>
    </p>
  </form>
);

function contentOf(
  { state }: SwitchedMail,
  step: OffStep,
  texts: OffTexts,
): { readonly title: string; readonly text: string; readonly action: Child } {
  const resume = state === 'resumable' ? button('on', texts.resume, 'button quiet') : null;
  if (step === 'resumed' && state === 'on')
    return {
      title: texts.resumed,
      text: texts.resumedText,
      action: button('off', texts.stop, 'button quiet'),
    };
  if (step === 'ask' && (state === 'on' || state === 'unknown'))
    return { title: texts.ask, text: texts.askText, action: button('off', texts.stop, 'button') };
  // An unknown address looks as if it worked: there is nothing to learn from it.
  return { title: texts.stopped, text: texts.stoppedText, action: resume };
}

/** The page of an unsubscribe address. */
function offPage(mail: SwitchedMail, step: OffStep, readerLanguage: string): Page {
  const language = languageOf(mail.language ?? readerLanguage);
  const texts = offTexts(language);
  const { title, text, action } = contentOf(mail, step, texts);
  return {
    language,
    direction: directionOf(language),
    title,
    head: noIndex,
    body: (
      <main class="panel">
        <h1>{title}</h1>
        <p>{text}</p>
        {action}
        <p>
          <a href="/settings/notifications">{texts.all}</a>
        </p>
      </main>
    ),
  };
}

const mostBytes = 4096;

function answer(c: Context, mail: SwitchedMail, step: OffStep): Response {
  const page = offPage(mail, step, readerOf(c).language);
  c.header('Content-Language', page.language);
  c.header('X-Robots-Tag', 'noindex');
  return answerPage(c, page, 200);
}

/**
 * A POST ends the channel, whatever its body says and however it is encoded: mail programs send `List-Unsubscribe=One-Click` as a form of either kind
 * (RFC 8058, 3.2). Only the button of our own page sends `do=on`.
 */
async function wishOf(c: Context): Promise<'on' | 'off'> {
  const form = await readForm(c, ['do'], mostBytes);
  return form.ok && form.value.do === 'on' ? 'on' : 'off';
}

/**
 * `/off/{channelId}.{offToken}`, the unsubscribe address of a mail. GET shows a page with a button and changes nothing, because programs open links to
 * check them. POST switches the channel off (or on again) and answers 200, also when it is repeated and for an unknown address.
 */
export function offRoutes(deps: Deps): readonly Route[] {
  const tokenOf = (c: Context) => readOffToken(c.req.param('token') ?? '');
  return [
    {
      path: '/off/:token',
      cors: 'none',
      on: {
        GET: async (c) => answer(c, await readMailSwitch(deps, tokenOf(c)), 'ask'),
        POST: async (c) => {
          const wish = await wishOf(c);
          const mail = await switchMail(deps, tokenOf(c), wish);
          return answer(c, mail, wish === 'on' ? 'resumed' : 'stopped');
        },
      },
    },
  ];
}
