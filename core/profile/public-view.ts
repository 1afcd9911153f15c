import type { DraftLink } from './link';
import { findPlatform } from './platform-catalogue';
import { readyPayments, type PublicPayments } from '../money/payments-state';
import { sameUpload } from './picture-slots';
import type { StoredPicture, StoredProfile } from './stored-profile';
import type { PublicLink, PublicProfile } from './public-profile';
import { intervalAmounts, tipAmounts, type Interval } from '../money/amount-limits';
import type { Currency } from '../money/money';
import type { TipSettings } from './draft';

export interface PublicView {
  readonly profile: PublicProfile;
  /** When the next link appears or disappears, or a pause ends (epoch milliseconds): caches must not keep the profile longer. Null = never. */
  readonly nextChangeAt: number | null;
}

/** The public part of a profile at `now`: without links that are off, not yet due or expired. `origin` is HOST's. */
export function toPublicProfile(
  stored: StoredProfile,
  payments: PublicPayments | null,
  origin: string,
  now: number,
): PublicView {
  const url = `${origin}/@${stored.handle}`;
  const verified = new Set(stored.verifiedUrls);
  const profile: PublicProfile = {
    v: 1,
    handle: stored.handle,
    name: stored.name,
    bio: stored.bio,
    picture: stored.picture && picturePath(stored.picture),
    links: inOrder(stored.links)
      .filter(([, link]) => isShown(link, now))
      .map(([id, link]) => publicLink(id, link, verified, stored.linkPictures)),
    look: stored.look,
    language: stored.language,
    tips: publicTips(stored, payments, now),
    url,
    tipUrl: `${url}/tip`,
    publishedAt: stored.publishedAt,
  };
  return { profile, nextChangeAt: nextChange(stored, payments, now) };
}

/** Links in display order: by `order`, then by id. */
export function inOrder(
  links: Readonly<Record<string, DraftLink>>,
): readonly (readonly [string, DraftLink])[] {
  return Object.entries(links).toSorted(
    ([a, one], [b, other]) => one.order - other.order || Number(a > b) - Number(a < b),
  );
}

/** The link is on, due and not expired. It is hidden from `until` on. */
export function isShown(link: DraftLink, now: number): boolean {
  return link.on && (link.from ?? 0) <= now && now < (link.until ?? Infinity);
}

const picturePath = ({ sha256 }: StoredPicture): string => `/img/${sha256}`;

function publicLink(
  id: string,
  link: DraftLink,
  verified: ReadonlySet<string>,
  pictures: readonly StoredPicture[],
): PublicLink {
  const { label, url, group, sign } = link;
  const picture = sign?.kind === 'picture' ? pictures.find((stored) => sameUpload(stored, sign)) : undefined;
  return {
    id,
    label,
    url,
    group: group || null,
    verified: verified.has(url),
    platform: findPlatform(url)?.id ?? null,
    icon: sign?.kind === 'icon' ? sign.icon : null,
    picture: picture ? picturePath(picture) : null,
  };
}

function publicTips(
  { tips, arrangement }: StoredProfile,
  payments: PublicPayments | null,
  now: number,
): PublicProfile['tips'] {
  const ready = readyPayments(payments, now);
  const shown = { button: arrangement.tipButton, goal: arrangement.cardGoal, wall: arrangement.cardWall };
  if (!tips.on || !ready) {
    return { ...shown, state: tips.on ? 'not-ready' : 'off', currency: null, presets: [], min: 0, max: 0 };
  }
  const { limits, presets } = tipAmounts(ready.currency, tips);
  const { min, max } = limits;
  const offer = publicMonthly(tips, ready.currency);
  return { ...shown, state: 'on', currency: ready.currency, presets: [...presets], min, max, ...offer };
}

function publicMonthly(
  { monthly, min, max }: TipSettings,
  currency: Currency,
): Pick<PublicProfile['tips'], 'monthly'> {
  if (!monthly.on) return {};
  const presetsOf = (every: Interval) =>
    monthly.intervals.includes(every)
      ? [...intervalAmounts(currency, { min, max }, every, monthly.presets[every]).presets]
      : [];
  const presets = { month: presetsOf('month'), year: presetsOf('year') };
  return { monthly: { intervals: [...monthly.intervals], presets } };
}

function nextChange(stored: StoredProfile, payments: PublicPayments | null, now: number): number | null {
  const times = Object.values(stored.links)
    .filter((link) => link.on)
    .flatMap((link) => [link.from, link.until]);
  const ahead = [...times, payments?.pausedUntil].flatMap((time) =>
    time != null && time > now ? [time] : [],
  );
  return ahead.length > 0 ? Math.min(...ahead) : null;
}
