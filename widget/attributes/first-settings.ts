import { readUrl } from '@busker/core/text/safe-url';
import type { AttributeName } from './attribute-names';

const layoutNames = ['card', 'links', 'button', 'floating'] as const;
const themeNames = ['auto', 'light', 'dark', 'match'] as const;

export type Layout = (typeof layoutNames)[number];
export type Theme = (typeof themeNames)[number];

/**
 * What the tag says of the first paint; attributes.ts has the rest. Null = the attribute is absent, empty or not understood.
 * `host` is an origin without a slash at its end.
 */
export interface FirstSettings {
  readonly profile: string | null;
  readonly src: string | null;
  readonly host: string | null;
  readonly layout: Layout | null;
  readonly theme: Theme | null;
  readonly accent: string | null;
  readonly locale: string | null;
  readonly tips: boolean;
  /** As written: it may name the place of the button. */
  readonly tipsAt: string | null;
  readonly links: boolean;
  readonly placement: string | null;
  readonly waitsForConsent: boolean;
}

export type Read = (name: AttributeName) => string | null;

/** Page builders write booleans in many ways; all but a clear "no" means on. */
export const isOff = (given: string | null): boolean => /^(off|false|no|0)$/i.test(given ?? '');

/** Readers of attributes. An invalid value is left out and appended to `misread`. */
export function readerOf(read: Read, misread: [AttributeName, string][]) {
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
  return { text, understood, oneOf };
}

function originOf(given: string): string | undefined {
  const origin = readUrl(given)?.origin;
  // An address without a host (`mailto:`) has the origin 'null'.
  return origin === 'null' ? undefined : origin;
}

const givenIf = (isGood: boolean, given: string): string | null => (isGood ? given : null);

/** Reads the attributes of the first paint through `read` (null = absent). Never fails. */
export function readFirst(read: Read, misread: [AttributeName, string][] = []): FirstSettings {
  const { text, understood, oneOf } = readerOf(read, misread);
  return {
    profile: text('profile')?.replace(/^@/, '').toLowerCase() ?? null,
    src: understood('src', (given) => givenIf(readUrl(given, document.baseURI) !== null, given)),
    host: understood('host', originOf),
    layout: oneOf('layout', layoutNames),
    theme: oneOf('theme', themeNames),
    accent: understood('accent', (given) => givenIf(CSS.supports('color', given), given)),
    locale: understood('locale', (given) => givenIf(/^[a-z]{2,8}([-_.@][a-z\d]+)*$/i.test(given), given)),
    tips: !isOff(text('tips')),
    tipsAt: text('tips'),
    links: !isOff(text('links')),
    placement: text('placement'),
    waitsForConsent: oneOf('consent', ['wait']) !== null,
  };
}

export const settingsOf = (tag: Element): FirstSettings => readFirst((name) => tag.getAttribute(name));
