import { fail, ok, problem, unreachable, type Result } from '@busker/core/base/result';
import { collections } from '@busker/core/documents/documents';
import { mailDocument, type Mail } from '@busker/core/outbox-documents/event-document';
import type { Decider } from '@busker/core/moderation/standing';
import {
  html,
  parseMailAddress,
  isAddressRefused,
  isHostRefused,
  type MailAnswer,
  type OutgoingMail,
} from '../mail-transport/mail-transport';
import { actedBy, auditRecord } from '../admin/audit';
import type { MailSender } from '../config';
import type { Deps } from '../deps';
import { senderName } from '../mail-channel/mail-sender';
import { allDocuments, stored } from '../store/store';

export type LetterDeps = Pick<Deps, 'config' | 'store' | 'clock' | 'log' | 'mailTransport'>;

const minute = 60_000;
const hour = 60 * minute;

/** Milliseconds from one try to the next; the last one repeats until the letter expires. */
const pauses = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour] as const;

/** Milliseconds after which another process may take a letter whose sender ended. A sending takes at most 40 seconds. */
const claimedMs = 2 * minute;

const pauseAfter = (tries: number): number => pauses[Math.min(tries, pauses.length) - 1] ?? minute;

const isOver = ({ delivery }: Mail): boolean => delivery !== null;

/**
 * Sends one letter of `mail`, if it is due: at least once, and with the same Message-ID at each try, so that a mail program can recognise a repetition
 * after a crash. What has a `delivery` is never sent.
 */
export async function sendLetter(deps: LetterDeps, id: string): Promise<void> {
  const { config, mailTransport } = deps;
  if (config.mails !== 'smtp' || config.mail === null || mailTransport === null) return;
  const claimed = await claim(deps, id);
  if (claimed === null) return;
  const { from } = config.mail;
  const to = parseMailAddress(claimed.to);
  if (!to.ok) return note(deps, id, { kind: 'failed', error: 'The mail address cannot be used.' });
  const answer = await mailTransport.send({
    ...written(claimed),
    to: to.value,
    from: { name: senderName, address: from },
    messageId: `letter-${id}@${new URL(config.publicOrigin).hostname}`,
    // RFC 3834: no holiday notice answers it.
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  if (answer.kind === 'refused' && isHostRefused(answer))
    deps.log.mailRefused({ status: answer.status, enhanced: answer.enhanced ?? '' });
  await note(deps, id, endOf(answer));
}

/** Takes the letter for this process; null = it is not due, or another process has it. */
function claim({ store, clock }: LetterDeps, id: string): Promise<Mail | null> {
  const doc = stored.mail(id);
  return store.transaction(async (tx) => {
    const mail = await tx.read(doc);
    const now = clock.now();
    if (mail === undefined || isOver(mail) || mail.dueAt === null || mail.dueAt > now) return null;
    if (mail.expiresAt <= now) {
      tx.write(doc, ended(mail, 'ERROR', 'It could not be sent in time.'));
      return null;
    }
    const claimed = { ...mail, dueAt: now + claimedMs, tries: mail.tries + 1 };
    tx.write(doc, claimed);
    return claimed;
  });
}

type End =
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'again'; readonly error: string };

/** RFC 5321, 4.2.1: a refused recipient stays refused. Everything else may change: a full disk, a wrong password of ours, a policy. */
function endOf(answer: MailAnswer): End {
  if (answer.kind === 'accepted') return { kind: 'sent' };
  if (answer.kind === 'refused' && answer.status >= 500 && isAddressRefused(answer))
    return { kind: 'failed', error: answer.text };
  return { kind: 'again', error: answer.text };
}

/**
 * A mail that was sent, or that cannot be. One to a fan keeps its id and how it ended alone, so that nothing sends it a second time; mail servers
 * repeat the address in their answer, so only its codes stay (RFC 5321, 4.2; RFC 3463).
 */
function overMail(mail: Mail, delivery: NonNullable<Mail['delivery']>): Mail {
  const over = { ...mail, dueAt: null, delivery };
  if (mail.tipId === undefined) return over;
  const codes = /^\d{3}(?: \d\.\d{1,3}\.\d{1,3})?/.exec(delivery.error ?? '')?.[0] ?? null;
  return {
    ...over,
    to: '',
    message: { subject: '', text: '' },
    delivery: { ...delivery, error: codes },
  };
}

/** Whether nothing of the mail is left that a person could read or send. */
const isEmptied = ({ to }: Mail): boolean => to === '';

const ended = (mail: Mail, state: 'SUCCESS' | 'ERROR', error: string | null): Mail =>
  overMail(mail, { state, error });

async function note({ store, clock }: LetterDeps, id: string, end: End): Promise<void> {
  const doc = stored.mail(id);
  await store.transaction(async (tx) => {
    const mail = await tx.read(doc);
    // A person may have said meanwhile that it was sent by hand.
    if (mail === undefined || isOver(mail)) return;
    if (end.kind === 'sent') return tx.write(doc, ended(mail, 'SUCCESS', null));
    if (end.kind === 'failed') return tx.write(doc, ended(mail, 'ERROR', end.error));
    const dueAt = clock.now() + pauseAfter(mail.tries);
    const next = { ...mail, dueAt };
    tx.write(doc, dueAt < mail.expiresAt ? next : ended(mail, 'ERROR', end.error));
  });
}

/** The text, and the same text as HTML for programs that show no plain text. Its language is not known here. */
function written({ message: { subject, text } }: Mail): Pick<OutgoingMail, 'subject' | 'text' | 'html'> {
  const page = html`<!doctype html>
    <html>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${subject}</title>
      </head>
      <body style="margin:0;padding:16px">
        <div
          dir="auto"
          style="max-width:560px;margin:0 auto;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;overflow-wrap:anywhere;white-space:pre-wrap"
        >
          ${text}
        </div>
      </body>
    </html>`;
  return { subject: subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), text, html: page.html };
}

/** A mail with its id and how far it has come. */
export interface FoundMail {
  readonly id: string;
  readonly mail: Mail;
  readonly state: 'waiting' | 'sending' | 'sent' | 'by-hand' | 'failed';
}

/** A letter that was written for the server waits for a person where the server sends none. */
export function stateOf({ delivery, dueAt }: Mail, sender: MailSender): FoundMail['state'] {
  switch (delivery?.state) {
    case undefined:
      return dueAt === null || sender !== 'smtp' ? 'waiting' : 'sending';
    case 'SUCCESS':
      return 'sent';
    case 'BY-HAND':
      return 'by-hand';
    case 'ERROR':
      return 'failed';
    default:
      return 'sending';
  }
}

/** Whether somebody has to send the mail by hand: the server does not send it, or could not. */
export const isUnsent = ({ state }: FoundMail): boolean => state === 'waiting' || state === 'failed';

/** The mails of the last 30 days, newest first, without those that a fan got. */
export async function allMails({
  store,
  config,
}: Pick<Deps, 'store' | 'config'>): Promise<readonly FoundMail[]> {
  const found: FoundMail[] = [];
  for await (const { path, value } of allDocuments(store, collections.mail, mailDocument.decode)) {
    const id = path.slice(collections.mail.length + 1);
    if (!isEmptied(value)) found.push({ id, mail: value, state: stateOf(value, config.mails) });
  }
  return found.toSorted((a, b) => b.mail.createdAt - a.mail.createdAt);
}

/** The program that sent mails in earlier releases takes them up again in this state. */
const forElsewhere = { state: 'RETRY', error: null };

/**
 * Sends a mail again that failed, or one that nobody sent. A mail that is being sent already stays as it is, so a second press sends nothing twice. The
 * audit has one entry for each mail that is sent again.
 */
export async function sendAgain(
  deps: Deps,
  who: Decider,
  id: string,
): Promise<Result<{ readonly sent: 'again' }>> {
  const { mails } = deps.config;
  if (mails === 'print')
    return fail(problem('act-refused', { detail: 'Nothing sends mails here. Send it by hand.' }));
  const record = auditRecord(deps);
  let asked = false;
  const end = await deps.store.transaction(async (tx) => {
    asked = false;
    const mail = await tx.read(stored.mail(id));
    if (mail === undefined || isEmptied(mail)) return 'missing';
    const state = stateOf(mail, mails);
    if (state !== 'failed' && state !== 'waiting') return state;
    // The other program takes up a waiting mail by itself.
    if (mails === 'elsewhere' && state === 'waiting') return state;
    tx.write(
      stored.mail(id),
      mails === 'elsewhere'
        ? { ...mail, delivery: forElsewhere }
        : { ...mail, delivery: null, dueAt: deps.clock.now(), tries: 0 },
    );
    asked = true;
    record.write(tx, {
      ...actedBy(who),
      verb: 'retry',
      subject: id,
      outcome: 'done',
      before: null,
      after: null,
      reason:
        state === 'failed'
          ? `The mail failed: ${mail.delivery?.error ?? 'without a reason'}`
          : 'Nobody had sent the mail.',
      reportId: null,
    });
    return state;
  });
  if (asked) record.say();
  switch (end) {
    case 'missing':
      return fail(problem('mail-not-found'));
    case 'failed':
    case 'waiting':
    case 'sending':
      return ok({ sent: 'again' });
    case 'sent':
    case 'by-hand':
      return fail(problem('act-refused', { detail: 'This mail was sent.' }));
    default:
      return unreachable(end);
  }
}

/** Records that a person has sent the mail. False = there is no mail with this id. */
export function markSent({ store }: Pick<Deps, 'store'>, id: string): Promise<boolean> {
  return store.transaction(async (tx) => {
    const mail = await tx.read(stored.mail(id));
    if (mail === undefined) return false;
    if (!isEmptied(mail)) tx.write(stored.mail(id), overMail(mail, { state: 'BY-HAND', error: null }));
    return true;
  });
}
