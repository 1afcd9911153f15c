import type { PublicProfile } from '@busker/core/profile/profile';
import type { AskChallenge } from '../challenge/ask-challenge';
import type { Settings } from '../attributes/attributes';
import type { TipBackend } from '../data/backend';
import type { Controls } from '../signals/controls';
import type { FirstSettings } from '../attributes/first-settings';
import type { Count } from '../server/http-counter';
import type { FirstTexts } from '../messages/en-first';
import type { LookUpPayment, OpenSurface } from '../payment/payment-surface';
import type { Language } from '../language/language';

/** `absent`: the tag has no profile. The last profile stays while another one loads. */
export type ProfileState =
  | { readonly at: 'absent' }
  | { readonly at: 'loading' }
  | { readonly at: 'ready'; readonly profile: PublicProfile }
  | { readonly at: 'failed' };

export interface CardFrameProps {
  readonly settings: Settings;
  readonly controls: Controls;
  readonly shadow: ShadowRoot;
  /** Origin of the server, or of the file if `isFile`. */
  readonly host: string;
  /** The profile is a static file: tips are paid at its `tipUrl`, and nothing is counted. */
  readonly isFile: boolean;
  readonly assets: string;
  readonly count: Count;
  readonly profile: ProfileState;
  /** Replacements for the server and Stripe, for previews and tests. */
  readonly tips?: TipBackend;
  readonly openSurface?: OpenSurface;
  readonly lookUpPayment?: LookUpPayment;
  readonly askChallenge?: AskChallenge;
}

/** The props once profile and language have loaded. */
export type ReadyProps = Omit<CardFrameProps, 'profile'> & {
  readonly profile: PublicProfile;
  readonly language: Language;
};

/** The part for the first paint. */
export type FirstProps = Omit<ReadyProps, 'settings' | 'language'> & {
  readonly settings: FirstSettings;
  readonly language: Language<FirstTexts>;
};
