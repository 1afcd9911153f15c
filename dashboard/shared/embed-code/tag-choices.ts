import { readUrl } from '../../../core/base/safe-url';
import type { CardPreviewProps } from '../../../widget/index';

type Attributes = NonNullable<CardPreviewProps['attributes']>;

/** The owner's choices for one tag; missing ones use the published look. */
export interface TagChoices {
  readonly layout: string;
  readonly theme: string;
  readonly accent: string;
  readonly locale: string;
  readonly amounts: string;
  readonly tips: boolean;
  readonly links: boolean;
  readonly hosted: boolean;
  readonly forText: string;
  readonly placement: string;
  readonly goal: boolean;
  /** How many supporters; 0 = none. */
  readonly wall: number;
  readonly waits: boolean;
  /** Address of a profile file that replaces the server; empty = none. */
  readonly src: string;
  /** Whether the tag contains the server's address, which the npm package needs. */
  readonly namesServer: boolean;
}

export const noChoices: TagChoices = {
  layout: '',
  theme: '',
  accent: '',
  locale: '',
  amounts: '',
  tips: true,
  links: true,
  hosted: false,
  forText: '',
  placement: '',
  goal: false,
  wall: 0,
  waits: false,
  src: '',
  namesServer: false,
};

/** A web address, absolute or relative to the page. */
export function isFileAddress(given: string): boolean {
  const base = 'https://site.example/';
  return /^https?:$/.test(readUrl(given, base)?.protocol ?? '');
}

/** Where the tag's profile comes from. Not part of `attributesOf`, because the card's appearance does not depend on it. */
export function sourceOf({ src, namesServer }: TagChoices, host: string): Attributes {
  const address = src.trim();
  return {
    ...(address !== '' && isFileAddress(address) ? { src: address } : {}),
    ...(namesServer ? { host } : {}),
  };
}

/** The attributes that change the card, in the order of the docs, without defaults. */
export function attributesOf(choices: TagChoices): Attributes {
  const {
    layout,
    theme,
    accent,
    locale,
    amounts,
    tips,
    links,
    hosted,
    forText,
    placement,
    goal,
    wall,
    waits,
  } = choices;
  const written: readonly (readonly [string, string, boolean])[] = [
    ['layout', layout, layout !== ''],
    ['theme', theme, theme !== ''],
    ['accent', accent, accent !== ''],
    ['locale', locale, locale !== ''],
    ['amounts', amounts.trim(), amounts.trim() !== ''],
    ['tips', 'off', !tips],
    ['links', 'off', !links],
    ['pay', 'hosted', hosted],
    ['for', forText.trim(), forText.trim() !== ''],
    ['placement', placement.trim(), placement.trim() !== ''],
    ['goal', '', goal],
    ['wall', String(wall), wall > 0],
    ['consent', 'wait', waits],
  ];
  return Object.fromEntries(
    written.filter(([, , isWritten]) => isWritten).map(([name, value]) => [name, value]),
  );
}
