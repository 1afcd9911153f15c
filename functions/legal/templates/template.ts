import type { ChallengeConfig } from '../../limits/challenge-config';
import type { Operator } from '../operator';

/** What the templates say about this installation. */
export interface TemplateFacts {
  readonly operator: Operator;
  /** `https://busker.example`. */
  readonly origin: string;
  /** The host's share of a tip, as `2.5 %`; null = none. */
  readonly share: string | null;
  readonly challenge: ChallengeConfig['kind'];
}

export interface Section {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** A long text of the legal pages, in one language. It is a starting point for the host (docs/self-hosting.md). */
export type Template = (facts: TemplateFacts) => readonly Section[];

/** The usual names of the challenge services. */
export const challengeNames: Readonly<Record<ChallengeConfig['kind'], string | null>> = {
  none: null,
  fake: null,
  turnstile: 'Cloudflare Turnstile',
  hcaptcha: 'hCaptcha',
  recaptcha: 'Google reCAPTCHA',
};
