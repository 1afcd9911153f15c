import { isSafeUrl } from '@busker/core/text/safe-url';
import type { PublicLink, PublicProfile } from '@busker/core/profile/profile';
import { isMinorUnits, isRecord, number, pick, record, string } from '../server/http-answer';

/**
 * Parses a profile JSON; null if it is not a profile. Unlike core's parser it ignores unknown keys and fills in missing ones, because a pinned script
 * also reads profiles of newer servers and hand-written `src` files. It is small, because it is in every card's first download. A test compares
 * both parsers on every profile that the server may send.
 */
export function readProfile(input: unknown): PublicProfile | null {
  if (!isRecord(input) || typeof input['name'] !== 'string' || !Array.isArray(input['links'])) return null;
  const look = record(input['look']);
  const tips = record(input['tips']);
  return {
    v: 1,
    handle: string(input['handle']),
    name: input['name'],
    bio: string(input['bio']),
    picture: ownPicture(input['picture']),
    links: input['links'].flatMap(readLink),
    // Not parsed: the part that few cards need does it.
    blocks: input['blocks'] as NonNullable<PublicProfile['blocks']>,
    look: {
      layout: pick(look['layout'], ['card', 'links', 'button', 'floating']),
      theme: pick(look['theme'], ['auto', 'light', 'dark', 'match']),
      accent: /^#[0-9a-f]{6}$/i.test(string(look['accent'])) ? string(look['accent']) : '#0b6e4f',
      // Not parsed: what is no colour is not drawn.
      ground: look['ground'] as NonNullable<PublicProfile['look']['ground']>,
      radius: Math.max(0, Math.min(32, number(look['radius'], 16))),
      font: pick(look['font'], ['system', 'serif', 'mono', 'rounded']),
    },
    language: string(input['language']),
    tips: {
      // Not parsed, because bytes are few: the card only searches the text of `button`, the wall's chunk reads `goal`, `wall` and `pause` by itself, and the sheet only asks whether there is `monthly`.
      wall: tips['wall'] as number,
      goal: tips['goal'] as boolean,
      pause: tips['pause'] as NonNullable<PublicProfile['tips']['pause']>,
      button: tips['button'] as PublicProfile['tips']['button'],
      monthly: tips['monthly'] as NonNullable<PublicProfile['tips']['monthly']>,
      state: pick(tips['state'], ['off', 'on', 'not-ready']),
      // The list of currencies is not in the entry file. The sheet checks the currency before it shows an amount.
      currency: (string(tips['currency']) || null) as PublicProfile['tips']['currency'],
      presets: Array.isArray(tips['presets']) ? tips['presets'].filter(isMinorUnits) : [],
      min: number(tips['min']),
      max: number(tips['max']),
    },
    url: safe(input['url']),
    tipUrl: safe(input['tipUrl']),
    publishedAt: number(input['publishedAt']),
  };
}

/** Drops links that must never be rendered. */
function readLink(input: unknown, index: number): readonly PublicLink[] {
  const link = record(input);
  const url = safe(link['url']);
  if (!url) return [];
  return [
    {
      id: string(link['id']) || String(index),
      label: string(link['label']) || url,
      url,
      group: string(link['group']) || null,
      verified: link['verified'] === true,
      icon: readName(link['icon']),
      picture: ownPicture(link['picture']),
      ...('platform' in link && { platform: readName(link['platform']) }),
    },
  ];
}

/** An icon's file name. It is checked here, because it becomes part of a URL. */
const readName = (given: unknown): string | null =>
  /^[a-z0-9-]+$/.test(string(given)) ? string(given) : null;

const safe = (value: unknown): string => (isSafeUrl(string(value)) ? string(value) : '');
/** A path on the server, or beside a `src` file. Never another origin. */
const ownPicture = (path: unknown): string | null =>
  /^\/(?![/\\])/.test(string(path)) ? string(path) : null;
