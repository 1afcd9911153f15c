import type { ShippedLanguage } from '../locale/language-tags';
import { withMinimums, type Currency, type Minimum } from '../money/money';

/** How an alert looks. `plain` has no card, only letters with an outline. */
export const overlayLooks = ['card', 'bubble', 'ribbon', 'plain'] as const;
type OverlayLook = (typeof overlayLooks)[number];

/** Where alerts appear in the picture. A scene has a left and a right in every language. */
export const overlayPlaces = [
  'top-left',
  'top',
  'top-right',
  'middle',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const;
type OverlayPlace = (typeof overlayPlaces)[number];

/** `visible`: what the public wall may show. `approved`: an alert waits until the owner presses Show. `never`: no name and no message. */
export const overlayWords = ['visible', 'approved', 'never'] as const;
export type OverlayWords = (typeof overlayWords)[number];

/** For tips below the minimum. */
export const overlayBelow = ['ticker', 'nothing'] as const;
type OverlayBelow = (typeof overlayBelow)[number];

export interface OverlaySettings {
  readonly look: OverlayLook;
  readonly place: OverlayPlace;
  /** `#rrggbb`. */
  readonly accent: string;
  readonly language: ShippedLanguage;
  /** Smaller tips have no alert, by currency, in minor units. */
  readonly minimum: Minimum;
  readonly below: OverlayBelow;
  readonly words: OverlayWords;
  /** No alert shows its amount. */
  readonly hideAmounts: boolean;
  /** How long an alert is shown. */
  readonly seconds: number;
  /** How long an alert waits, so that somebody can hide its words. */
  readonly delaySeconds: number;
  /** How old an alert may be that the page has not shown yet, for example after OBS was started again. */
  readonly replayMinutes: number;
  /** 0 to 100; 0 = no sound. */
  readonly volume: number;
  /** Whether the stream shows a dot while the page is offline. */
  readonly offlineDot: boolean;
}

/** What is missing stays. `minimumOf`: the smallest amounts of these currencies alone; 0 = none any more. */
export type OverlayChanges = {
  readonly [Name in keyof OverlaySettings]?: OverlaySettings[Name] | undefined;
} & { readonly minimumOf?: Minimum | undefined };

export function withOverlayChanges(
  before: OverlaySettings,
  { minimumOf, ...changes }: OverlayChanges,
): OverlaySettings {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const settings: OverlaySettings = { ...before, ...Object.fromEntries(given) };
  return { ...settings, minimum: withMinimums(settings.minimum, minimumOf) };
}

/** The owner's actions during a stream. */
export interface OverlayLive {
  readonly paused: boolean;
  readonly muted: boolean;
  /** Grows by one when the owner skips the alert that is shown. */
  readonly skip: number;
}

export const overlayLimits = {
  seconds: { min: 3, max: 15 },
  delaySeconds: { min: 0, max: 60 },
  replayMinutes: { min: 0, max: 60 },
  volume: { min: 0, max: 100 },
} as const;

export const newOverlaySettings: OverlaySettings = {
  look: 'card',
  place: 'bottom',
  accent: '#0a7d55',
  language: 'en',
  minimum: {},
  below: 'ticker',
  words: 'visible',
  hideAmounts: false,
  seconds: 6,
  delaySeconds: 0,
  replayMinutes: 10,
  volume: 60,
  offlineDot: false,
};

export const newOverlayLive: OverlayLive = { paused: false, muted: false, skip: 0 };

/** `accounts/{uid}/server/overlay`: the owner's overlay. Functions write it, the owner reads it. */
export interface OwnOverlay {
  readonly v: 1;
  /** 160 random bits. Who has it can see the alerts. */
  readonly key: string;
  readonly createdAt: number;
  /** The handle that goal and code are read for. */
  readonly handle: string;
  readonly settings: OverlaySettings;
  readonly live: OverlayLive;
}

/** `overlays/{key}`: what the overlay's page may know. It names no user. */
export interface OverlayPage extends OverlaySettings, OverlayLive {
  readonly v: 1;
  readonly handle: string;
}

export const pageOf = ({ handle, settings, live }: OwnOverlay): OverlayPage => ({
  v: 1,
  handle,
  ...settings,
  ...live,
});

/** Milliseconds that an alert is kept. */
export const alertLifetime = 24 * 60 * 60_000;

/** `tip`: a paid tip. `test`: the owner tries the overlay. `again`: the alert `of` is shown once more; it holds no words of its own. */
export const alertKinds = ['tip', 'test', 'again'] as const;

/** `overlays/{key}/alerts/{id}`: the id is the tip's. Times in epoch milliseconds. */
export interface OverlayAlert {
  readonly v: 1;
  readonly id: string;
  readonly kind: (typeof alertKinds)[number];
  /** Minor units of `currency`: what the owner was sent, without the costs that the fan covered. Null = the fan hides it. */
  readonly amount: number | null;
  /** A tip below the owner's minimum whose amount is hidden. */
  readonly small?: true;
  readonly currency: Currency;
  /** Null = "Somebody". */
  readonly name: string | null;
  readonly message: string | null;
  /** The id of the alert that is shown again; null for other kinds. */
  readonly of: string | null;
  /** False for payments in a sandbox, which carry a ribbon. */
  readonly livemode: boolean;
  readonly at: number;
  /** When the owner pressed Show, or when the alert was made if it did not have to wait; null = not yet. Only `words: 'approved'` waits for it. */
  readonly approvedAt: number | null;
  readonly expiresAt: number;
}
