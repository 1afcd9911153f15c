import { problem } from '../../core/base/problem';
import { fail, ok, unreachable, type Result } from '../../core/base/result';
import type { Decider } from '../../core/profile/standing-change';
import type { Deps } from '../deps';
import { actedBy, auditRecord } from '../moderation/audit';
import { stored } from '../store/stored';
import { stateOf } from './find-mails';

/**
 * Lets Firebase's extension send a mail again that failed: it takes up mails in the state `RETRY`
 * (https://extensions.dev/extensions/firebase/firestore-send-email). A mail that is being sent already stays as it is, so a second press sends nothing
 * twice. The audit has one entry for each mail that is sent again.
 */
export async function sendAgain(
  deps: Deps,
  who: Decider,
  id: string,
): Promise<Result<{ readonly sent: 'again' }>> {
  if (deps.config.mails !== 'extension')
    return fail(problem('act-refused', { detail: 'Nothing sends mails here. Send it by hand.' }));
  const record = auditRecord(deps);
  const end = await deps.store.transaction(async (tx) => {
    const mail = await tx.read(stored.mail(id));
    const state = mail && stateOf(mail);
    if (mail === undefined || state !== 'failed') return state ?? 'missing';
    tx.write(stored.mail(id), { ...mail, delivery: { state: 'RETRY', error: null } });
    record.write(tx, {
      ...actedBy(who),
      verb: 'retry',
      subject: id,
      outcome: 'done',
      before: null,
      after: null,
      reason: `The mail failed: ${mail.delivery?.error ?? 'without a reason'}`,
      reportId: null,
    });
    return state;
  });
  switch (end) {
    case 'missing':
      return fail(problem('mail-not-found'));
    case 'failed':
      record.say();
      return ok({ sent: 'again' });
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
