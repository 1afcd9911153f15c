import { ar } from './ar';
import { de } from './de';
import { en } from './en';
import { es } from './es';
import { fr } from './fr';
import { it } from './it';
import { ja } from './ja';
import { ko } from './ko';
import { nl } from './nl';
import { pl } from './pl';
import { pt } from './pt';
import type { CardWords } from './words';
import { zhHans } from './zh-hans';

/** The languages of the tip card. Stripe.js writes Simplified Chinese as `zh`. */
const WORDS: Readonly<Record<string, CardWords>> = { en, es, fr, de, pt, it, nl, pl, ja, ko, zh: zhHans, ar };

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
