import { problem } from '../../core/base/problem';
import { fail, ok, unreachable, type Result } from '../../core/base/result';
import type { Decider } from '../../core/profile/standing';
import type { Deps } from '../deps';
import { actedBy, auditRecord } from '../admin/audit';
import { stored } from '../store/stored';
import { stateOf } from './find-mails';

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
