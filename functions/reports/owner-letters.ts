import type { Standing } from '../../core/profile/standing';
import { appealTime } from '../../core/report/report';
import type { Deps } from '../deps';
import { letter, type Letter } from '../mail/post-mail';
import { stored } from '../store/stored';
import { reportMails, type Statement } from './report-mails';
import { ownerContact } from './make-appeal';
import { hostName } from './receive-report';

/** The part of a statement that a standing gives. */
export const measureOf = ({
  state,
  since,
  until,
}: Standing): Pick<Statement, 'measure' | 'at' | 'until'> => ({
  measure: state === 'good' ? 'none' : state,
  at: since,
  until,
});

/**
 * Makes the statement of reasons for an owner (Article 17 of Regulation (EU) 2022/2065). The address is read first, so that a transaction can make the
 * mail; null = the owner has no confirmed email address. `handle`: as the decision names it; without it, the published one.
 */
export async function ownerLetters(
  deps: Deps,
  uid: string,
  handle?: string,
): Promise<(statement: Statement) => Letter | null> {
  const { config, store } = deps;
  const [{ email, language }, profile] = await Promise.all([
    ownerContact(deps, uid),
    store.read(stored.profile(uid)),
  ]);
  const host = hostName(config);
  return (statement) =>
    email === null
      ? null
      : letter(
          deps,
          email,
          reportMails(language).statement({
            ...statement,
            ground: statement.ground || `${config.publicOrigin}/legal/terms`,
            handle: handle ?? profile?.handle ?? null,
            dashboard: config.publicOrigin,
            appealUntil: statement.at + appealTime,
            reply: config.operator?.reportEmail ?? host,
            host,
          }),
        );
}
