/** A message as sentences in one language, ready to be put into a mail, a notification or a chat. Plain text: each channel escapes it. */
export interface Telling {
  /** A BCP 47 tag of a shipped language, and its direction. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** What happened, in a few words and without a fan's message: `Kim sent you $5.00`. */
  readonly title: string;
  /** One for each event that is listed: urgent ones, then the newest first. */
  readonly lines: readonly ToldLine[];
  /** `and 470 more`, `1 tip was taken back`. Empty for a single event. The sums are in the title. */
  readonly summary: readonly string[];
  /** True when no real money moved. The title and the lines of such tips begin with `TEST: ` already. */
  readonly test: boolean;
}

export interface ToldLine {
  /** `Kim sent you $5.00`. */
  readonly text: string;
  /** The fan's message, without quotation marks; null = none, or not for this channel. */
  readonly quote: string | null;
  /** A further sentence: `A message waits for your look.`, `After costs about $4.55 is yours.`; null = none. */
  readonly note: string | null;
  /** Where the owner acts on it: an address of the dashboard. */
  readonly url: string;
  /** When it happened, epoch milliseconds. */
  readonly at: number;
  /** Whether it is urgent: a dispute with a deadline, payments that stopped. */
  readonly urgent: boolean;
}
