import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { languageOf, localeOf, shippedLanguage, type ShippedLanguage } from '../../core/base/language-tags';

/** The browser's most preferred tag whose shipped language fits; undefined when none fits. */
function wished(c: Context, fits: (language: ShippedLanguage) => boolean): string | undefined {
  const tag = accepts(c, {
    header: 'Accept-Language',
    supports: [],
    default: '',
    match: (wishes) =>
      wishes.find(({ type, q }) => {
        const language = shippedLanguage(type);
        return q > 0 && language !== null && fits(language);
      })?.type ?? '',
  });
  return tag === '' ? undefined : tag;
}

/** The language of a page's texts, and the locale of its numbers and times. */
export interface Reader {
  readonly language: ShippedLanguage;
  readonly locale: string;
}

/** `?lang=`, else the first shipped language of the browser, else the nearest one to the owner's. */
export function readerOf(c: Context, own = 'en'): Reader {
  const language = shippedLanguage(c.req.query('lang') ?? '') ?? languageOf(wished(c, () => true) ?? own);
  // "en-GB" formats dates differently from "en".
  const locale = wished(c, (each) => each === language) ?? language;
  return { language, locale: localeOf(locale) };
}
