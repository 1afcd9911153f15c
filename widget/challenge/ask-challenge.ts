/** What came of it. `expired`: an answer that was given has grown old. `blocked`: it cannot be shown on this page. */
export type ChallengeNews =
  | { readonly at: 'solved'; readonly answer: string }
  | { readonly at: 'expired' }
  | { readonly at: 'blocked' };

export interface ChallengeOptions {
  /** Empty, and this challenge's alone. */
  readonly place: HTMLElement;
  /** Names it for who cannot see it. */
  readonly title: string;
  /** BCP 47. */
  readonly language: string;
  readonly dark: boolean;
  readonly tell: (news: ChallengeNews) => void;
}

/** Asks in the page whether a person tips. Returns how to take it away. */
export type AskChallenge = (options: ChallengeOptions) => () => void;
