import { unreachable } from '../../core/base/result';
import type { Deps } from '../deps';
import { mailLanguage, paragraphs, securityMailTexts } from '../mail/mail-texts';
import { letter, type Letter, type MailText } from '../mail/post-mail';
import { stored } from '../store/stored';

/** A change of how an owner signs in. `methods`: ids of the sign-in service. */
export type SecurityNews =
  | { readonly kind: 'recovery-used' }
  | { readonly kind: 'codes-made' }
  | { readonly kind: 'methods-added'; readonly methods: readonly string[] };

interface Place {
  /** The name of this installation. */
  readonly host: string;
  /** The account screen. */
  readonly account: string;
}

const names: Readonly<Record<string, string>> = {
  'google.com': 'Google',
  'apple.com': 'Apple',
  'twitter.com': 'X',
  'github.com': 'GitHub',
  'facebook.com': 'Facebook',
};
/** The mail about a change, in the owner's language, or in English. */
function securityMail(language: string, news: SecurityNews, { host, account }: Place): MailText {
  const texts = securityMailTexts(mailLanguage(language));
  const wasMe = `${texts.wasMe}\n${account}\n`;
  switch (news.kind) {
    case 'recovery-used': {
      const { subject, text, again } = texts['recovery-used'];
      return { subject: subject({ host }), text: paragraphs(text, again, wasMe) };
    }
    case 'codes-made': {
      const { subject, text } = texts['codes-made'];
      return { subject: subject({ host }), text: paragraphs(text, wasMe) };
    }
    case 'methods-added': {
      const { subject, text } = texts['methods-added'];
      const own: Readonly<Record<string, string>> = texts.method;
      const methods = news.methods.map((id) => own[id] ?? names[id] ?? id.replace(/^(?:saml|oidc)\./, ''));
      return { subject: subject({ host }), text: paragraphs(text({ methods: methods.join(', ') }), wasMe) };
    }
    default:
      return unreachable(news);
  }
}

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
