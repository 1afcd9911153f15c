/** `expired`: the answer is no longer valid. `blocked`: this page cannot show the challenge. */
export type ChallengeResult =
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
  readonly report: (news: ChallengeResult) => void;
}

/** Shows a challenge that only a person can solve. Returns a function that removes it. */
export type AskChallenge = (options: ChallengeOptions) => () => void;
