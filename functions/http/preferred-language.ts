import type { Context } from 'hono';
import { isShippedLanguage, languageOf, type ShippedLanguage } from '../../core/base/languages';
import { knownLocale } from '../../core/money/money';

/** The browser's languages, most preferred first. */
function wished(header: string): readonly string[] {
  return header
    .split(',')
    .slice(0, 20)
    .flatMap((part) => {
      const [, tag, weight = '1'] =
        /^\s*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4})\s*(?:;\s*q=([\d.]{1,5}))?\s*$/.exec(part) ?? [];
      return tag === undefined || Number(weight) === 0 ? [] : [{ tag, weight: Number(weight) }];
    })
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

/** The shipped language of a tag; undefined when there is none. */
function spoken(tag: string): ShippedLanguage | undefined {
  const language = languageOf(tag);
  return language === 'en' && !/^en(?:-|$)/i.test(tag) ? undefined : language;
}

/** The language of a page's texts, and the locale of its numbers and times. */
export interface Reader {
  readonly language: ShippedLanguage;
  readonly locale: string;
}

/** `?lang=`, else the first shipped language of the browser, else the nearest one to the owner's. */
export function readerOf(c: Context, own = 'en'): Reader {
  const asked = c.req.query('lang');
  const wishes = wished(c.req.header('accept-language') ?? '');
  const accepted = wishes.map(spoken).find((language) => language !== undefined);
  const language = isShippedLanguage(asked) ? asked : (accepted ?? languageOf(own));
  // "en-GB" formats dates differently from "en".
  const locale = wishes.find((tag) => spoken(tag) === language) ?? language;
  return { language, locale: knownLocale(locale) };
}
