import { first } from './en/first';
import type { Language } from './language';

/** `first`: the sign-in page's texts. `all`: loaded with the owner's screens. */
export type TextPart = 'first' | 'all';
export type Texts = Readonly<Record<string, string>>;

type Loaders = Readonly<Record<TextPart, () => Promise<Texts>>>;

/** Two chunks per language, so that a page loads the texts of its own language alone. */
const loaders: Readonly<Record<Language, Loaders>> = {
  en: { first: async () => first, all: async () => (await import('./en')).en },
  de: {
    first: async () => (await import('./de/first')).first,
    all: async () => (await import('./de')).de,
  },
  es: {
    first: async () => (await import('./es/first')).first,
    all: async () => (await import('./es')).es,
  },
  fr: {
    first: async () => (await import('./fr/first')).first,
    all: async () => (await import('./fr')).fr,
  },
  ar: {
    first: async () => (await import('./ar/first')).first,
    all: async () => (await import('./ar')).ar,
  },
  ja: {
    first: async () => (await import('./ja/first')).first,
    all: async () => (await import('./ja')).ja,
  },
  ko: {
    first: async () => (await import('./ko/first')).first,
    all: async () => (await import('./ko')).ko,
  },
  'zh-Hans': {
    first: async () => (await import('./zh-Hans/first')).first,
    all: async () => (await import('./zh-Hans')).zhHans,
  },
  pl: {
    first: async () => (await import('./pl/first')).first,
    all: async () => (await import('./pl')).pl,
  },
  it: {
    first: async () => (await import('./it/first')).first,
    all: async () => (await import('./it')).it,
  },
  pt: {
    first: async () => (await import('./pt/first')).first,
    all: async () => (await import('./pt')).pt,
  },
  nl: {
    first: async () => (await import('./nl/first')).first,
    all: async () => (await import('./nl')).nl,
  },
};

/** English is the fallback of every language: a missing text is shown in English, never as its id. */
async function withEnglish(language: Language, part: TextPart): Promise<Texts> {
  const [english, own] = await Promise.all([loaders.en[part](), loaders[language][part]()]);
  return { ...english, ...own };
}

const here = new Map<string, Texts>([['en first', first]]);
const loading = new Map<string, Promise<Texts>>();

/** Loaded texts, or the pending promise, which stays the same until it settles. */
export function loadTexts(language: Language, part: TextPart): Texts | Promise<Texts> {
  const name = `${language} ${part}`;
  const known = here.get(name) ?? loading.get(name);
  if (known) return known;
  const coming = withEnglish(language, part).then((texts) => {
    here.set(name, texts);
    return texts;
  });
  loading.set(name, coming);
  // A failed load is retried the next time.
  coming.catch(() => loading.delete(name));
  return coming;
}
