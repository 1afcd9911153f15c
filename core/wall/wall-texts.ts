import type { Interval } from '../amounts/amount-limits';
import { languageOf, type ShippedLanguage } from '../locale/language-tags';

/** `month` and `year` stand beside the name of a fan whose tip began a monthly or a yearly one. */
interface WallTexts extends Readonly<Record<Interval, string>> {
  readonly supporters: string;
  /** Shown if the fan left no name. */
  readonly someone: string;
  readonly reached: (reached: string, amount: string) => string;
}

/** Five texts in twelve languages are smaller than one request. */
const texts: Readonly<Record<ShippedLanguage, WallTexts>> = {
  en: {
    supporters: 'Supporters',
    someone: 'Someone',
    month: 'Monthly',
    year: 'Yearly',
    reached: (reached, amount) => `${reached} of ${amount}`,
  },
  es: {
    supporters: 'Quienes apoyan',
    someone: 'Alguien',
    month: 'Mensual',
    year: 'Anual',
    reached: (reached, amount) => `${reached} de ${amount}`,
  },
  fr: {
    supporters: 'Soutiens',
    someone: 'Quelqu’un',
    month: 'Chaque mois',
    year: 'Chaque année',
    reached: (reached, amount) => `${reached} sur ${amount}`,
  },
  de: {
    supporters: 'Unterstützt von',
    someone: 'Jemand',
    month: 'Monatlich',
    year: 'Jährlich',
    reached: (reached, amount) => `${reached} von ${amount}`,
  },
  pt: {
    supporters: 'Apoiadores',
    someone: 'Alguém',
    month: 'Mensal',
    year: 'Anual',
    reached: (reached, amount) => `${reached} de ${amount}`,
  },
  it: {
    supporters: 'Sostenitori',
    someone: 'Qualcuno',
    month: 'Mensile',
    year: 'Annuale',
    reached: (reached, amount) => `${reached} di ${amount}`,
  },
  nl: {
    supporters: 'Gesteund door',
    someone: 'Iemand',
    month: 'Maandelijks',
    year: 'Jaarlijks',
    reached: (reached, amount) => `${reached} van ${amount}`,
  },
  pl: {
    supporters: 'Wspierający',
    someone: 'Ktoś',
    month: 'Co miesiąc',
    year: 'Co rok',
    reached: (reached, amount) => `${reached} z ${amount}`,
  },
  ja: {
    supporters: 'サポーター',
    someone: 'どなたか',
    month: '毎月',
    year: '毎年',
    reached: (reached, amount) => `${amount} 中 ${reached}`,
  },
  ko: {
    supporters: '후원해 주신 분들',
    someone: '누군가',
    month: '매월',
    year: '매년',
    reached: (reached, amount) => `${amount} 중 ${reached}`,
  },
  'zh-Hans': {
    supporters: '支持者',
    someone: '某人',
    month: '每月',
    year: '每年',
    reached: (reached, amount) => `${reached} / ${amount}`,
  },
  ar: {
    supporters: 'الداعمون',
    someone: 'شخص ما',
    month: 'شهريًا',
    year: 'سنويًا',
    reached: (reached, amount) => `${reached} من ${amount}`,
  },
};

export const wallTexts = (locale: string): WallTexts => texts[languageOf(locale)];
