/** A mail to one address. Every value is plain text; the transport encodes it. */
export interface OutgoingMail {
  /** An address that `parseMailAddress` accepted. */
  readonly to: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Without angle brackets. The same at each try, so that a mail program can recognise a repetition. */
  readonly messageId: string;
  /** Further header lines. No value may have a line break: `headerFault` says so. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Why there was no answer of the mail server. */
export type MailFailure = 'unreachable' | 'timed-out' | 'name-not-found' | 'not-allowed';

/**
 * `accepted`: the server took the mail. `refused`: the server answered with an error; `enhanced` is its RFC 3463 code, such as `5.1.1` (null = none),
 * and `at` says whether it refused the recipient or something else. `failed`: there was no answer.
 */
export type MailAnswer =
  | { readonly kind: 'accepted'; readonly status: number | null; readonly text: string; readonly ms: number }
  | {
      readonly kind: 'refused';
      readonly at: 'recipient' | 'elsewhere';
      readonly status: number;
      readonly enhanced: string | null;
      readonly text: string;
      readonly ms: number;
    }
  | { readonly kind: 'failed'; readonly problem: MailFailure; readonly text: string; readonly ms: number };

/** Hands a mail to the mail server. It never throws for what the server does. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<MailAnswer>;
}
