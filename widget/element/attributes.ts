import { readUrl } from '../../core/base/safe-url';
import type { AttributeName } from './attribute-names';

const layoutNames = ['card', 'links', 'button', 'floating'] as const;
const themeNames = ['auto', 'light', 'dark', 'match'] as const;

export type Layout = (typeof layoutNames)[number];
export type Theme = (typeof themeNames)[number];

/** Attributes with an invalid value, each with that value. */
export type Misread = readonly (readonly [AttributeName, string])[];

/**
 * What the tag says. Null = the attribute is absent, empty or not understood, so the owner's own look or the default holds.
 * `host` is an origin without a slash at its end. `amounts` are major units as typed ('' = absent), cut to the owner's limits where they are shown.
 */
export interface Settings {
  readonly profile: string | null;
  readonly src: string | null;
  readonly host: string | null;
  readonly layout: Layout | null;
  readonly theme: Theme | null;
  readonly accent: string | null;
  readonly locale: string | null;
  readonly amounts: string;
  readonly tips: boolean;
  /** As written: it may name the place of the button. */
  readonly tipsAt: string | null;
  readonly links: boolean;
  /** Null = `in-page`. */
  readonly pay: 'in-page' | 'hosted' | null;
  /** Null = `page`. */
  readonly returnTo: 'page' | 'receipt' | null;
  readonly forText: string | null;
  readonly placement: string | null;
  readonly goal: boolean | null;
  /** As written; the wall limits it to 0 to 50. */
  readonly wall: number | null;
  readonly waitsForConsent: boolean;
  readonly misread: Misread;
}

type Read = (name: AttributeName) => string | null;

/** Page builders write booleans in many ways; all but a clear "no" means on. */
const isOff = (given: string | null): boolean => /^(off|false|no|0)$/i.test(given ?? '');

function originOf(given: string): string | undefined {
  const origin = readUrl(given)?.origin;
  // An address without a host (`mailto:`) has the origin 'null'.
  return origin === 'null' ? undefined : origin;
}

const givenIf = (isGood: boolean, given: string): string | null => (isGood ? given : null);

/** Reads the attributes through `read` (null = absent). Never fails: an invalid value is left out and listed in `misread`. */
export function readSettings(read: Read): Settings {
  const misread: [AttributeName, string][] = [];
  const text = (name: AttributeName) => read(name)?.trim() || null;
  const understood = <T>(
    name: AttributeName,
    understand: (given: string) => T | null | undefined,
  ): T | null => {
    const given = text(name);
    if (!given) return null;
    const found = understand(given) ?? null;
    if (found === null) misread.push([name, given]);
    return found;
  };
  const oneOf = <T extends string>(name: AttributeName, allowed: readonly T[]) =>
    understood(name, (given) => allowed.find((value) => value === given.toLowerCase()));
  const amounts = text('amounts') ?? '';
  // What cannot be read is left out where the amounts are shown, by the rules of the currency. A word without a digit is no amount.
  if (/(^|[\s,;])[^\d\s,;]+([\s,;]|$)/.test(amounts)) misread.push(['amounts', amounts]);
  return {
    profile: text('profile')?.replace(/^@/, '').toLowerCase() ?? null,
    src: understood('src', (given) => givenIf(readUrl(given, document.baseURI) !== null, given)),
    host: understood('host', originOf),
    layout: oneOf('layout', layoutNames),
    theme: oneOf('theme', themeNames),
    accent: understood('accent', (given) => givenIf(CSS.supports('color', given), given)),
    locale: understood('locale', (given) => givenIf(/^[a-z]{2,8}(-[a-z\d]{1,8})*$/i.test(given), given)),
    amounts,
    tips: !isOff(text('tips')),
    tipsAt: text('tips'),
    links: !isOff(text('links')),
    pay: oneOf('pay', ['in-page', 'hosted']),
    returnTo: oneOf('return', ['page', 'receipt']),
    forText: text('for'),
    placement: text('placement'),
    goal: read('goal') === null ? null : !isOff(text('goal')),
    wall: understood('wall', (given) => (isNaN(+given) ? null : +given)),
    waitsForConsent: oneOf('consent', ['wait']) !== null,
    misread,
  };
}
