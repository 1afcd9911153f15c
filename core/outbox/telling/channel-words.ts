import type { ChannelMode } from '../channel';
import { languageOf } from '../../base/language-tags';
import { notifyTexts } from '../../messages/core-texts';

/** A message that is no event: a title and a text, in plain words. */
export interface ChannelWords {
  readonly title: string;
  readonly text: string;
}

/** The message with the code that verifies an address; the caller places the code. No word of it can be chosen by a user: it may go to a stranger. */
export function codeWords(language: string): ChannelWords {
  const { codeTitle, codeText } = notifyTexts(languageOf(language));
  return { title: codeTitle, text: codeText };
}

/** The message that an owner sends to try a channel. `url`: the page with the channels. */
export function testWords(language: string, origin: string): ChannelWords & { readonly url: string } {
  const { testTitle, testText } = notifyTexts(languageOf(language));
  return { title: testTitle, text: testText, url: `${origin}/notifications` };
}

/** What stands below a mail: why it comes, and the names of its links. */
export interface FooterWords {
  readonly reason: string;
  readonly change: string;
  readonly switchOff: string;
  readonly open: string;
}

export function footerWords(language: string, mode: ChannelMode): FooterWords {
  const { change, switchOff, open, ...texts } = notifyTexts(languageOf(language));
  return { reason: texts[reasons[mode]], change, switchOff, open };
}

const reasons = { each: 'forEach', daily: 'onceADay', weekly: 'onceAWeek' } as const;
