import { first } from './en/first';
import type { Language } from './language';

/** `first`: the sign-in page's texts. `all`: loaded with the owner's screens. */
export type TextPart = 'first' | 'all';
export type Texts = Readonly<Record<string, string>>;

const english = async (): Promise<Texts> => (await import('./en')).en;

/** English is the fallback of every language: a missing text is shown in English, never as its id. */
const loaders: Readonly<Record<Language, Readonly<Record<TextPart, () => Promise<Texts>>>>> = {
  en: { first: async () => first, all: english },
  de: {
    first: async () => ({ ...first, ...(await import('./de/first')).first }),
    all: async () => ({ ...(await english()), ...(await import('./de')).de }),
  },
  es: {
    first: async () => ({ ...first, ...(await import('./es/first')).first }),
    all: async () => ({ ...(await english()), ...(await import('./es')).es }),
  },
};

const here = new Map<string, Texts>([['en first', first]]);
const loading = new Map<string, Promise<Texts>>();

/** Loaded texts, or the pending promise, which stays the same until it settles. */
export function loadTexts(language: Language, part: TextPart): Texts | Promise<Texts> {
  const name = `${language} ${part}`;
  const known = here.get(name) ?? loading.get(name);
  if (known) return known;
  const coming = loaders[language][part]().then((texts) => {
    here.set(name, texts);
    return texts;
  });
  loading.set(name, coming);
  // A failed load is retried the next time.
  coming.catch(() => loading.delete(name));
  return coming;
}
