import ar from './messages/ar.json';
import de from './messages/de.json';
import english from './messages/en.json';
import es from './messages/es.json';
import fr from './messages/fr.json';
import it from './messages/it.json';
import ja from './messages/ja.json';
import ko from './messages/ko.json';
import type { MessageId } from './messages/message-ids';
import nl from './messages/nl.json';
import pl from './messages/pl.json';
import pt from './messages/pt.json';
import zh from './messages/zh-Hans.json';

/** The texts of the card form, by id. */
export type CardWords = Readonly<Record<MessageId, string>>;

/** Beside an English text there can be a description for translators. */
const en = Object.fromEntries(
  Object.entries(english).map(([id, text]) => [id, typeof text === 'string' ? text : text.defaultMessage]),
) as CardWords;

/** The languages of the tip card. Stripe.js writes Simplified Chinese as `zh`. */
const WORDS: Readonly<Record<string, CardWords>> = { en, es, fr, de, pt, it, nl, pl, ja, ko, zh, ar };

/** The form's texts and their language. An unsupported language falls back to English, as in Stripe.js. */
export function cardWords(
  locale: string,
  browserLocale: string,
): { readonly words: CardWords; readonly language: string; readonly direction: 'ltr' | 'rtl' } {
  const wanted = locale === 'auto' ? browserLocale : locale;
  const known = wanted.slice(0, 2).toLowerCase();
  const words = WORDS[known];
  // Traditional Chinese falls back to English, as on the tip card.
  if (!words || /^zh-(hant|tw|hk|mo)/i.test(wanted)) return { words: en, language: 'en', direction: 'ltr' };
  return { words, language: wanted, direction: known === 'ar' ? 'rtl' : 'ltr' };
}
