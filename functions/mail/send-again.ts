import { fail, ok, problem, unreachable, type Result } from '../../core/base/result';
import { collections } from '../../core/documents/documents';
import { decodeMail, type Mail } from '../../core/documents/event-document';
import type { Decider } from '../../core/profile/standing';
import { actedBy, auditRecord } from '../admin/audit';
import type { MailSender } from '../config';
import type { Deps } from '../deps';
import { allDocuments, stored } from '../store/stored';

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

/** The mails of the last 30 days, newest first. */
export async function allMails({
  store,
  config,
}: Pick<Deps, 'store' | 'config'>): Promise<readonly FoundMail[]> {
  const found: FoundMail[] = [];
  for await (const { path, value } of allDocuments(store, collections.mail, decodeMail))
    found.push({
      id: path.slice(collections.mail.length + 1),
      mail: value,
      state: stateOf(value, config.mails),
    });
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
    const state = mail && stateOf(mail, mails);
    if (mail === undefined || (state !== 'failed' && state !== 'waiting')) return state ?? 'missing';
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
    tx.write(stored.mail(id), { ...mail, dueAt: null, delivery: { state: 'BY-HAND', error: null } });
    return true;
  });
}
