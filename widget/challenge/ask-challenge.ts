/** `expired`: the answer is no longer valid. `blocked`: this page cannot show the challenge. */
export type ChallengeNews =
  | { readonly at: 'solved'; readonly answer: string }
  | { readonly at: 'expired' }
  | { readonly at: 'blocked' };

export interface ChallengeOptions {
  /** An empty element for this challenge only. */
  readonly place: HTMLElement;
  /** The accessible name. */
  readonly title: string;
  /** BCP 47. */
  readonly language: string;
  readonly dark: boolean;
  readonly tell: (news: ChallengeNews) => void;
}

/** Shows a challenge that only a person can solve. Returns a function that removes it. */
export type AskChallenge = (options: ChallengeOptions) => () => void;
