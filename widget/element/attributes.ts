import type { AttributeName } from './attribute-names';
import { tellDeveloper } from './tell-developer';

const layoutNames = ['card', 'links', 'button', 'floating'] as const;
const themeNames = ['auto', 'light', 'dark', 'match'] as const;

export type Layout = (typeof layoutNames)[number];
export type Theme = (typeof themeNames)[number];

/**
 * What the tag says. Null = the attribute is absent, empty or not understood, so the owner's own look or the default holds.
 * `host` is an origin without a slash at its end. `amounts` are major units as typed, cut to the owner's limits where they are shown.
 */
export interface Settings {
  readonly profile: string | null;
  readonly src: string | null;
  readonly host: string | null;
  readonly layout: Layout | null;
  readonly theme: Theme | null;
  readonly accent: string | null;
  readonly locale: string | null;
  readonly amounts: readonly string[];
  readonly tips: boolean;
  readonly links: boolean;
  readonly pay: 'in-page' | 'hosted';
  readonly forText: string | null;
  readonly placement: string | null;
  readonly goal: boolean;
  readonly wall: number;
  readonly waitsForConsent: boolean;
}

type Read = (name: AttributeName) => string | null;

function oneOf<T extends string>(read: Read, name: AttributeName, allowed: readonly T[]): T | null {
  const given = read(name)?.trim().toLowerCase();
  if (!given) return null;
  const found = allowed.find((value) => value === given);
  if (!found) tellDeveloper(`${name}="${given}" is not known. Use one of: ${allowed.join(', ')}.`);
  return found ?? null;
}

const text = (read: Read, name: AttributeName): string | null => read(name)?.trim() || null;

/** Page builders write booleans in many ways; all but a clear "no" means on. */
const isOff = (read: Read, name: AttributeName): boolean =>
  /^(off|false|no|0)$/i.test(read(name)?.trim() ?? '');

function originOf(given: string | null): string | null {
  if (!given) return null;
  const origin = URL.canParse(given) && new URL(given).origin;
  // What has no host (`mailto:`) has the origin 'null'.
  if (origin && origin !== 'null') return origin;
  tellDeveloper(`host="${given}" is not an address. Write it as https://example.com.`);
  return null;
}

/** Reads the attributes through `read` (null = absent). Never fails: what is not understood is reported and left out. */
export function readSettings(read: Read): Settings {
  return {
    profile: text(read, 'profile')?.replace(/^@/, '').toLowerCase() ?? null,
    src: text(read, 'src'),
    host: originOf(text(read, 'host')),
    layout: oneOf(read, 'layout', layoutNames),
    theme: oneOf(read, 'theme', themeNames),
    accent: text(read, 'accent'),
    locale: text(read, 'locale'),
    amounts:
      text(read, 'amounts')
        ?.split(/[\s,;]+/)
        .filter(Boolean) ?? [],
    tips: !isOff(read, 'tips'),
    links: !isOff(read, 'links'),
    pay: oneOf(read, 'pay', ['in-page', 'hosted']) ?? 'in-page',
    forText: text(read, 'for'),
    placement: text(read, 'placement'),
    goal: read('goal') !== null && !isOff(read, 'goal'),
    wall: Math.max(0, Math.min(50, Math.trunc(Number(read('wall') ?? 0)) || 0)),
    waitsForConsent: oneOf(read, 'consent', ['wait']) === 'wait',
  };
}
