import type { Answer } from './answer';

/** Another party that vouches for people: `google.com`, `saml.acme`, `oidc.club`. `name` = what to call it; null = by its id. */
export interface IdentityProvider {
  readonly id: string;
  readonly name: string | null;
}

/** How one may sign in besides address and password. A matter of configuration: what is not switched on is not shown. */
export interface EnabledSignInMethods {
  readonly emailLink: boolean;
  readonly phone: boolean;
  readonly guest: boolean;
  readonly providers: readonly IdentityProvider[];
}

/** `sign-in`: comes in. `link`: adds a way to the account that is signed in. `confirm`: proves again that it is the same person. */
export type Purpose = 'sign-in' | 'link' | 'confirm';

/** A code is on its way to a phone; this asks whether the typed one is it. */
export interface CodeCheck {
  confirm(code: string): Answer;
}

/** A link is on its way to a mailbox; this asks whether it was opened. */
export interface LinkCheck {
  /** Waits until this tab has heard of a sign-in since, of its own or another tab's; `auth/link-not-opened` = not within five seconds. */
  opened(): Answer;
}

/** Every way in but address and password. Loads its code on the first call of `openWays`. */
export interface SignInMethods {
  /** In a window of its own. */
  withProvider(providerId: string, purpose: Purpose): Answer;
  /** The same in this window, for browsers that block the other; the page is left and comes back signed in. */
  byRedirect(providerId: string): Answer;
  withPassword(email: string, password: string, purpose: 'link' | 'confirm'): Answer;
  /** Mails a link that signs in. `next` = path of this app to go on to. */
  sendLink(email: string, next: string): Answer<LinkCheck>;
  /** `link` = the address that the mail led to; `email` must be the one that it was sent to. */
  followLink(email: string, link: string): Answer;
  /** `phone` in international form. */
  sendCode(phone: string, purpose: Purpose): Answer<CodeCheck>;
  asGuest(): Answer;
  unlink(providerId: string): Answer;
}

/** Whom a mailed link is for, and what it would do. */
export interface MailedRequest {
  /** The address that it is about; null when the service does not say. */
  readonly email: string | null;
  /** The address that it would change to or from. */
  readonly otherEmail: string | null;
}

/** What the links in mails ask for. `code` is the one-time code of such a link. */
export interface MailActions {
  look(code: string): Answer<MailedRequest>;
  /** Confirms an address, or takes a change of it back. */
  use(code: string): Answer;
  setPassword(code: string, password: string): Answer;
}
