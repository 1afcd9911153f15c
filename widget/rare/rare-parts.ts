import type { Diagnosis } from '../diagnose/diagnosis';
import type { AttributeName } from '../attributes/attribute-names';
import type { Misread } from '../attributes/attributes';
import { tellDeveloper } from '../signals/tell-developer';

/** Allowed values. The other attributes take any text. */
const instead: Readonly<Partial<Record<AttributeName, string>>> = {
  src: 'the address of a JSON file',
  host: 'an address, as in https://example.com',
  layout: 'card, links, button or floating',
  theme: 'auto, light, dark or match',
  accent: 'a CSS colour, as in #2f6fed',
  locale: 'a language tag, as in de-CH',
  amounts: 'numbers, as in 3,5,10',
  pay: 'in-page or hosted',
  return: 'page or receipt',
  wall: 'a number from 0 to 50',
  consent: 'wait, or leave it out',
};

/** One line in the page's console for each attribute that is not understood. */
export function tellMisread(misread: Misread): void {
  for (const [name, given] of misread)
    tellDeveloper(`${name}="${given}" is not understood. Write ${instead[name] ?? 'something else'}.`);
}

// Parts that few cards need, in one chunk: each chunk that the entry can load costs every card 85 bytes for its name and hash. Parts that are
// rarer or large are chunks of this one.

export { Floating } from '../floating/floating';
export { followPage } from '../match/follow-page';
export { CopyLink } from './copy-link';
export { LateWall } from './late-wall';
export { withTexts } from './text-blocks';
export { UnnamedIcon } from '../icons/unnamed-icon';

/** `server`: the origin for a tag without `host`. */
export const diagnoseCard = async (element: HTMLElement, server: string | null): Promise<Diagnosis> =>
  (await import('../diagnose/diagnose')).diagnose(element, server);
