import { languageOf, type ShippedLanguage } from '../base/languages';

interface WallTexts {
  readonly supporters: string;
  /** Shown if the fan left no name. */
  readonly someone: string;
  readonly reached: (reached: string, amount: string) => string;
}

/** Three texts in twelve languages are smaller than one request. */
const texts: Readonly<Record<ShippedLanguage, WallTexts>> = {
  en: {
    supporters: 'Supporters',
    someone: 'Someone',
    reached: (reached, amount) => `${reached} of ${amount}`,
  },
  es: {
    supporters: 'Quienes apoyan',
    someone: 'Alguien',
    reached: (reached, amount) => `${reached} de ${amount}`,
  },
  fr: {
    supporters: 'Soutiens',
    someone: 'Quelqu’un',
    reached: (reached, amount) => `${reached} sur ${amount}`,
  },
  de: {
    supporters: 'Unterstützt von',
    someone: 'Jemand',
    reached: (reached, amount) => `${reached} von ${amount}`,
  },
  pt: {
    supporters: 'Apoiadores',
    someone: 'Alguém',
    reached: (reached, amount) => `${reached} de ${amount}`,
  },
  it: {
    supporters: 'Sostenitori',
    someone: 'Qualcuno',
    reached: (reached, amount) => `${reached} di ${amount}`,
  },
  nl: {
    supporters: 'Gesteund door',
    someone: 'Iemand',
    reached: (reached, amount) => `${reached} van ${amount}`,
  },
  pl: { supporters: 'Wspierający', someone: 'Ktoś', reached: (reached, amount) => `${reached} z ${amount}` },
  ja: {
    supporters: 'サポーター',
    someone: 'どなたか',
    reached: (reached, amount) => `${amount} 中 ${reached}`,
  },
  ko: {
    supporters: '후원해 주신 분들',
    someone: '누군가',
    reached: (reached, amount) => `${amount} 중 ${reached}`,
  },
  'zh-Hans': {
    supporters: '支持者',
    someone: '某人',
    reached: (reached, amount) => `${reached} / ${amount}`,
  },
  ar: { supporters: 'الداعمون', someone: 'شخص ما', reached: (reached, amount) => `${reached} من ${amount}` },
};

export const wallTexts = (locale: string): WallTexts => texts[languageOf(locale)];
