import { unreachable } from '../../core/base/result';
import type { MailText } from '../mail/post-mail';

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

export type SecurityTexts = (news: SecurityNews, place: Place) => MailText;

const names: Readonly<Record<string, string>> = {
  'google.com': 'Google',
  'apple.com': 'Apple',
  'twitter.com': 'X',
  'github.com': 'GitHub',
  'facebook.com': 'Facebook',
};
const named = (id: string, own: Readonly<Record<string, string>>): string =>
  own[id] ?? names[id] ?? id.replace(/^(?:saml|oidc)\./, '');

const en: SecurityTexts = (news, { host, account }) => {
  const wasMe = `If it was you, there is nothing to do. If not, sign in now, set a new password and sign out everywhere:\n${account}\n`;
  switch (news.kind) {
    case 'recovery-used':
      return {
        subject: `Two-step sign-in is off at ${host}`,
        text: `Somebody signed in to your account with a recovery code. Two-step sign-in is now off, your other recovery codes no longer work, and every device is signed out.\n\nYou can switch two-step sign-in on again on the Account page.\n\n${wasMe}`,
      };
    case 'codes-made':
      return {
        subject: `New recovery codes at ${host}`,
        text: `Two-step sign-in is on for your account, and new recovery codes were made. Earlier codes no longer work.\n\n${wasMe}`,
      };
    case 'methods-added':
      return {
        subject: `A new way to sign in at ${host}`,
        text: `Your account can now also be opened with: ${news.methods.map((id) => named(id, { password: 'email and password', phone: 'phone' })).join(', ')}.\n\n${wasMe}`,
      };
    default:
      return unreachable(news);
  }
};

const de: SecurityTexts = (news, { host, account }) => {
  const wasMe = `Wenn du das warst, ist nichts zu tun. Wenn nicht, melde dich jetzt an, setze ein neues Passwort und melde dich überall ab:\n${account}\n`;
  switch (news.kind) {
    case 'recovery-used':
      return {
        subject: `Die Anmeldung in zwei Schritten ist aus bei ${host}`,
        text: `Jemand hat sich mit einem Wiederherstellungscode bei deinem Konto angemeldet. Die Anmeldung in zwei Schritten ist jetzt aus, deine anderen Wiederherstellungscodes gelten nicht mehr, und alle Geräte sind abgemeldet.\n\nAuf der Seite „Konto“ kannst du sie wieder einschalten.\n\n${wasMe}`,
      };
    case 'codes-made':
      return {
        subject: `Neue Wiederherstellungscodes bei ${host}`,
        text: `Die Anmeldung in zwei Schritten ist für dein Konto eingeschaltet, und es gibt neue Wiederherstellungscodes. Frühere Codes gelten nicht mehr.\n\n${wasMe}`,
      };
    case 'methods-added':
      return {
        subject: `Eine neue Anmeldeart bei ${host}`,
        text: `Dein Konto lässt sich jetzt auch öffnen mit: ${news.methods.map((id) => named(id, { password: 'E-Mail und Passwort', phone: 'Telefon' })).join(', ')}.\n\n${wasMe}`,
      };
    default:
      return unreachable(news);
  }
};

/** In the owner's language, or in English. */
export const securityTexts = (language: string): SecurityTexts => (/^de(?:-|$)/i.test(language) ? de : en);
