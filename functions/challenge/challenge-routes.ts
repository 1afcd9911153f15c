import * as v from 'valibot';
import { directionOf, shippedLanguages, type ShippedLanguage } from '../../core/base/language-tags';
import { parseWith, problem } from '../../core/base/result';
import { defaultLook } from '../../core/profile/draft';
import { html, type Html } from '../html';
import type { Deps } from '../deps';
import { refuse, type Route } from '../http/routes';
import { answerPage, type Page } from '../pages/page';
import { scriptAsset } from '../pages/page-assets';
import type { ChallengeConfig } from './http-challenge';

/**
 * The script of the challenge's frame: it shows the provider's widget and sends the result to the card that framed it. It is sent as text
 * (page-assets.ts), so it uses nothing from outside of itself. It posts to any parent page: an answer proves one solved challenge and is good for one tip, so a page that
 * frames it gets only the work of its own visitor.
 */
export function challengeScript(page: Window & typeof globalThis): void {
  const { document, parent } = page;
  const place = document.querySelector<HTMLElement>('[data-challenge]');
  if (!place) return;
  const { challenge: kind = '', siteKey = '', address = '', language = '', theme = 'auto' } = place.dataset;
  const tell = (at: 'solved' | 'expired' | 'failed', answer = '') =>
    parent.postMessage({ type: 'busker-challenge', at, answer }, '*');
  /** `height`: pixels. Two of the providers open their pictures above the widget, and a frame hides what is outside it. */
  const ready = (height: number) =>
    parent.postMessage({ type: 'busker-challenge', at: 'ready', height }, '*');

  if (kind === 'fake') {
    const button = document.querySelector('button');
    button?.addEventListener('click', () => {
      button.setAttribute('aria-pressed', 'true');
      tell('solved', 'human');
    });
    return ready(64);
  }

  const dark =
    theme === 'dark' || (theme === 'auto' && page.matchMedia('(prefers-color-scheme:dark)').matches);
  const name = kind === 'recaptcha' ? 'grecaptcha' : kind;
  const show = () => {
    const provider = Reflect.get(page, name) as { render: (where: HTMLElement, options: object) => unknown };
    provider.render(place, {
      sitekey: siteKey,
      theme: dark ? 'dark' : 'light',
      language,
      callback: (answer: string) => tell('solved', answer),
      'expired-callback': () => tell('expired'),
      'error-callback': () => tell('failed'),
    });
    ready(kind === 'turnstile' ? 80 : 590);
  };
  // All three providers call the global function that their script's URL names.
  Reflect.set(page, 'buskerChallenge', show);
  const script = document.createElement('script');
  script.src = address;
  script.onerror = () => tell('failed');
  document.head.append(script);
}

export const challengeAsset = scriptAsset('challenge', challengeScript);

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
    head: html`<meta name="robots" content="noindex" />
      <script defer src="${challengeAsset.path}"></script>`,
    body: html`<main>
      <div
        data-challenge="${kind}"
        data-site-key="${siteKey}"
        data-address="${scriptAddress(kind, language)}"
        data-language="${language}"
        data-theme="${theme}"
      ></div>
      ${kind === 'fake' ? html`<button type="button" class="button quiet">I am a person</button>` : null}
    </main>`,
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

/**
 * The script of a form that shows the challenge's frame: it puts the answer into the form, and gives the frame the height that it asks for. It is sent as
 * text (page-assets.ts), so it uses nothing from outside of itself.
 */
function challengeAnswerScript(page: Window & typeof globalThis): void {
  const { document, location } = page;
  const frame = document.querySelector<HTMLIFrameElement>('iframe.challenge');
  const field = document.querySelector<HTMLInputElement>('input[name=challenge]');
  if (!frame || !field) return;
  page.addEventListener(
    'message',
    ({ origin, source, data }: MessageEvent<Record<string, unknown> | null>) => {
      if (origin !== location.origin || source !== frame.contentWindow) return;
      if (data?.['type'] !== 'busker-challenge') return;
      if (data['at'] === 'ready') frame.height = String(Number(data['height']));
      else field.value = data['at'] === 'solved' ? String(data['answer']) : '';
    },
  );
}

export const challengeAnswerAsset = scriptAsset('challenge-answer', challengeAnswerScript);

/** The script of a page whose form has the challenge. */
export const challengeFieldScript: Html = html`<script defer src="${challengeAnswerAsset.path}"></script>`;

/** The challenge in its frame, inside a form. The page's script puts the answer into the form's field `challenge`. */
export const challengeField = (
  language: ShippedLanguage,
  { person, noScript }: { readonly person: string; readonly noScript: string },
): Html =>
  html`<input type="hidden" name="challenge" value="" />
    <noscript><p class="error">${noScript}</p></noscript>
    <iframe class="challenge" title="${person}" src="/challenge?lang=${language}"></iframe>`;
