import type { ShippedLanguage } from '@busker/core/locale/language-tags';
import { messagesOf } from '@busker/core/messages/message-texts';
import type { ChallengeConfig } from '../challenge/http-challenge';
import de from '../messages/de.json' with { type: 'json' };
import en from '../messages/en.json' with { type: 'json' };
import type { MessageId, Placeholders } from '../messages/message-ids';
import type { Operator } from './operator';

/** The date of the texts. Set it to the day on which you change what they say. */
export const templateVersion = '2026-11-30';

/** The installation's data in the texts. */
interface TemplateFacts {
  readonly operator: Pick<Operator, 'name' | 'address' | 'email'>;
  /** `https://busker.example`. */
  readonly origin: string;
  /** The host's share of a tip, as `2.5 %`; null = none. */
  readonly share: string | null;
  readonly challenge: ChallengeConfig['kind'];
}

interface Section {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** The usual names of the challenge services. */
const challengeNames: Readonly<Record<ChallengeConfig['kind'], string>> = {
  none: '',
  fake: '',
  turnstile: 'Cloudflare Turnstile',
  hcaptcha: 'hCaptcha',
  recaptcha: 'Google reCAPTCHA',
};

const group = messagesOf<MessageId, Placeholders, 'de' | 'en'>({ de, en });
const documents = { terms: group('terms'), privacy: group('privacy') };
export type LegalText = keyof typeof documents;

/** These long texts are in these languages alone. */
export const templateLanguages = ['en', 'de'] as const;

/** The language in which a reader of `language` gets them. */
export const templateLanguage = (language: ShippedLanguage): 'de' | 'en' => (language === 'de' ? 'de' : 'en');

/** The terms or the privacy notice, which are a starting point for the host (docs/hosts/self-hosting.md). */
export function legalText(
  name: LegalText,
  language: 'de' | 'en',
  { operator, origin, share, challenge }: TemplateFacts,
): readonly Section[] {
  const facts = {
    operator: operator.name,
    address: operator.address.join(', '),
    email: operator.email,
    origin,
    host: new URL(origin).host,
    share: share ?? '',
    challenge: challengeNames[challenge],
  };
  // Paragraphs of this name are left out where the installation has nothing of the kind.
  const isShown: Readonly<Record<string, boolean>> = {
    share: share !== null,
    noShare: share === null,
    challenge: facts.challenge !== '',
  };
  type Paragraphs = Readonly<Record<string, string | ((values: typeof facts) => string)>>;
  const sections: Readonly<Record<string, Paragraphs & { readonly heading: string }>> =
    documents[name](language);
  return Object.values(sections).map(({ heading, ...paragraphs }) => ({
    heading,
    paragraphs: Object.entries<Paragraphs[string]>(paragraphs)
      .filter(([id]) => isShown[id] ?? true)
      .map(([, text]) => (typeof text === 'string' ? text : text(facts))),
  }));
}
