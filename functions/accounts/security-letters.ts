import type { Deps } from '../deps';
import { letter, type Letter, type MailText } from '../mail/post-mail';
import { stored } from '../store/stored';
import { securityMail, type SecurityNews } from './security-texts';

/**
 * The mail that tells an owner about a change of how they sign in. Null = no mail: they have no confirmed address, or this host has no sender. A mail
 * that a person sends by hand days later would warn nobody.
 */
export async function securityLetter(
  deps: Pick<Deps, 'config' | 'store' | 'ids' | 'clock'>,
  to: { readonly uid: string; readonly verifiedEmail: string | null },
  news: SecurityNews,
): Promise<Letter | null> {
  const { config, store } = deps;
  if (to.verifiedEmail === null || config.mails === 'print') return null;
  const preferences = await store.read(stored.preferences(to.uid));
  const text: MailText = securityMail(preferences?.language ?? 'auto', news, {
    host: new URL(config.publicOrigin).host,
    account: `${config.publicOrigin}/account`,
  });
  return letter(deps, to.verifiedEmail, text);
}
