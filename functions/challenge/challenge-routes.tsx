/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx';
import * as v from 'valibot';
import { directionOf, shippedLanguages, type ShippedLanguage } from '@busker/core/locale/language-tags';
import { parseWith, problem } from '@busker/core/base/result';
import { defaultLook } from '@busker/core/profile/draft';
import type { Deps } from '../deps';
import { refuse, type Route } from '../http/routes';
import { answerPage, noIndex, type Page } from '../pages/page';
import { scriptAsset } from '../pages/page-assets';
import type { ChallengeConfig } from './http-challenge';

export const challengeAsset = scriptAsset('challenge');

type AskedChallenge = Exclude<ChallengeConfig, { readonly kind: 'none' }>;

interface ChallengeView {
  readonly challenge: AskedChallenge;
  readonly language: ShippedLanguage;
  readonly theme: 'auto' | 'light' | 'dark';
}

/** The providers' scripts. All three take the same two parameters: render nothing yet, and call this function when loaded. */
const scripts = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js',
  recaptcha: 'https://www.google.com/recaptcha/api.js',
} as const;

function scriptAddress(kind: AskedChallenge['kind'], language: string): string {
  if (kind === 'fake') return '';
  const query = new URLSearchParams({ render: 'explicit', onload: 'buskerChallenge' });
  // Turnstile takes its language when it renders, and refuses unknown languages.
  if (kind !== 'turnstile') query.set('hl', language);
  return `${scripts[kind]}?${query.toString()}`;
}

/**
 * `/challenge`: the provider's challenge in a frame of this origin, which the card shows in its sheet. A site key is valid for the few host names
 * that its owner registered, and the card may be on any site, so our own page must show the challenge.
 */
function challengePage({ challenge, language, theme }: ChallengeView): Page {
  const { kind, siteKey } = challenge;
  return {
    language,
    direction: directionOf(language),
    look: { accent: defaultLook.accent, theme },
    title: 'Are you a person?',
    framed: true,
    head: (
      <>
        {noIndex}
        <script defer src={challengeAsset.path}></script>
      </>
    ),
    body: (
      <main>
        <div
          data-challenge={kind}
          data-site-key={siteKey}
          data-address={scriptAddress(kind, language)}
          data-language={language}
          data-theme={theme}
        ></div>
        {kind === 'fake' ? (
          <button type="button" class="button quiet">
            I am a person
          </button>
        ) : null}
      </main>
    ),
  };
}

const query = v.strictObject({
  lang: v.optional(v.picklist(shippedLanguages, `Use one of ${shippedLanguages.join(', ')}.`), 'en'),
  theme: v.optional(v.picklist(['auto', 'light', 'dark'], 'Use auto, light or dark.'), 'auto'),
});

/** `GET /challenge`: the frame with the challenge. 404 where none is configured. */
export function challengeRoutes({ config }: Pick<Deps, 'config'>): readonly Route[] {
  const { challenge } = config;
  return [
    {
      path: '/challenge',
      cors: 'none',
      on: {
        GET: (c) => {
          const asked = parseWith(query, c.req.query());
          if (!asked.ok) return refuse(c, config, asked.problem);
          if (challenge.kind === 'none') return refuse(c, config, problem('route-not-found'));
          const { lang: language, theme } = asked.value;
          return answerPage(c, challengePage({ challenge, language, theme }), 200);
        },
      },
    },
  ];
}

export const challengeAnswerAsset = scriptAsset('challenge-answer');

/** The script of a page whose form has the challenge. */
export const challengeFieldScript: Child = <script defer src={challengeAnswerAsset.path}></script>;

/** The challenge in its frame, inside a form. The page's script puts the answer into the form's field `challenge`. */
export const challengeField = (
  language: ShippedLanguage,
  { person, noScript }: { readonly person: string; readonly noScript: string },
): Child => (
  <>
    <input type="hidden" name="challenge" value="" />
    <noscript>
      <p class="error">{noScript}</p>
    </noscript>
    <iframe class="challenge" title={person} src={`/challenge?lang=${language}`}></iframe>
  </>
);
