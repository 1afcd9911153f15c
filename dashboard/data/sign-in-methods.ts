import type { Answer } from './failure';

/** An identity provider: `google.com`, `saml.acme`, `oidc.club`. `name`: null = derived from the id. */
export interface IdentityProvider {
  readonly id: string;
  readonly name: string | null;
}

/** The sign-in methods besides email and password that the configuration enables. Others are not shown. */
export interface EnabledSignInMethods {
  readonly emailLink: boolean;
  readonly phone: boolean;
  readonly guest: boolean;
  /** Authenticator apps as a second step. */
  readonly totp: boolean;
  readonly providers: readonly IdentityProvider[];
}

/** `sign-in`: signs in. `link`: adds a method to the signed-in account. `confirm`: reauthenticates. */
export type Purpose = 'sign-in' | 'link' | 'confirm';

/** A code was sent to a phone; this checks the typed one. */
export interface CodeCheck {
  confirm(code: string): Answer;
}

/** A link was emailed; this checks whether it was opened. */
export interface LinkCheck {
  /** Waits until this tab notices a sign-in, its own or another tab's. `auth/link-not-opened`: none within five seconds. */
  opened(): Answer;
}

/** Every sign-in method except email and password. Loads its code at the first call. */
export interface SignInMethods {
  /** In a pop-up window. */
  withProvider(providerId: string, purpose: Purpose): Answer;
  /** In this window, for browsers that block pop-ups. The page is left and comes back signed in. */
  byRedirect(providerId: string): Answer;
  withPassword(email: string, password: string, purpose: 'link' | 'confirm'): Answer;
  /** Emails a link that signs in. `next` = the path of this app to continue to. */
  sendLink(email: string, next: string): Answer<LinkCheck>;
  /** `link` = the address that the email led to; `email` must be its recipient. */
  followLink(email: string, link: string): Answer;
  /** `phone` in international format. */
  sendCode(phone: string, purpose: Purpose): Answer<CodeCheck>;
  asGuest(): Answer;
  unlink(providerId: string): Answer;
}

/** The subject of an emailed link. */
export interface MailedRequest {
  /** The email it is for; null = the service does not say. */
  readonly email: string | null;
  /** The email that it would change to or from. */
  readonly otherEmail: string | null;
}

/** The actions of emailed links. `code` is the link's one-time code. */
export interface MailActions {
  look(code: string): Answer<MailedRequest>;
  /** Confirms an email, or undoes a change of it. */
  use(code: string): Answer;
  setPassword(code: string, password: string): Answer;
}
