import type { Context } from 'hono';
import * as v from 'valibot';
import {
  directionOf,
  languageOf,
  shippedLanguage,
  shippedLanguages,
  type ShippedLanguage,
} from '../../core/base/language-tags';
import { parseWith, problem } from '../../core/base/result';
import type { PublicProfile } from '../../core/profile/public-profile';
import { html } from '../../core/web/html';
import { contrastOf } from '../../core/web/readable-ink';
import type { Deps } from '../deps';
import { answerCached, refuse, refusePublic } from '../http/respond';
import type { Route } from '../http/routes';
import { pageTexts } from '../messages/page-texts';
import { pageText, type Page } from '../pages/page';
import { answerNoProfile, answerRestricted } from '../profiles/no-profile-page';
import { atOwner } from '../profiles/find-profile';
import { badgeSvg } from './drawn/badge-svg';
import { qrCode, qrPng, qrSvg } from './drawn/qr-code';
import { frameAsset } from './frame-script';
import { plainLinks, profileHead, tipAddress } from './profile-page';

interface FrameView {
  readonly profile: PublicProfile;
  readonly language: ShippedLanguage;
  /** `card` = everything, `links` = links and tip button. */
  readonly layout: 'card' | 'links';
  readonly theme: 'auto' | 'light' | 'dark' | null;
}

/**
 * `/@ada/embed`: for sites that allow frames but no scripts. Links open in a new tab, and tips use the form and the payment provider's page, so it
 * works in the strictest sandbox. Its script only reports its height to the embedding page.
 */
function framePage({ profile, language, layout, theme }: FrameView): Page {
  const texts = pageTexts(language);
  const { name, handle, look, tips } = profile;
  const isFirst = tips.button === 'top';
  const tip =
    tips.state === 'on'
      ? html`<p><a class="button" href="${tipAddress(profile, language)}">${texts.tip({ name })}</a></p>`
      : null;
  return {
    language,
    direction: directionOf(language),
    look: { accent: look.accent, theme: theme ?? look.theme },
    title: `${name} (@${handle})`,
    framed: true,
    head: html`<base target="_blank" />
      <meta name="robots" content="noindex" />
      <link rel="canonical" href="${profile.url}" />
      <script defer src="${frameAsset.path}"></script>`,
    body: html`<main class="panel">
      ${layout === 'card' ? profileHead(profile) : html`<h1 class="small" dir="auto">${name}</h1>`}
      ${isFirst ? tip : null} ${plainLinks(profile, texts.verified)} ${isFirst ? null : tip}
    </main>`,
  };
}

/**
 * `/v1/frame.js`: a script for pages that give our frames the height they need. It accepts a message only from the server that it came from, and
 * from the window of the frame that is to grow. At most 1 kB.
 */
export const frameSnippet = `(() => {
  const host = new URL(document.currentScript.src).origin;
  const frames = () => [...document.querySelectorAll('iframe')].filter((frame) => frame.src.startsWith(host + '/@'));
  addEventListener('message', ({ data, origin, source }) => {
    if (origin !== host || !data || data.type !== 'busker-height') return;
    const height = Math.min(Math.max(data.height | 0, 60), 4000) + 'px';
    for (const frame of frames()) if (frame.contentWindow === source) frame.style.height = height;
  });
  for (const frame of frames()) frame.contentWindow.postMessage({ type: 'busker-height?' }, '*');
})();
`;

const colour = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{6}$/i, 'Write the colour as six hex digits, such as 0b6e4f.'),
  v.transform((digits) => `#${digits.toLowerCase()}`),
);

const whole = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,4}$/, `Write a whole number from ${min} to ${max}.`),
    v.transform(Number),
    v.minValue(min, `At least ${min}.`),
    v.maxValue(max, `At most ${max}.`),
  );

/** `?size=` pixels, `?color=` and `?background=` hex digits, `?margin=` modules, `?to=tip` for the tip form. The colours must differ enough for a scanner. */
const qrQuery = v.pipe(
  v.strictObject({
    size: v.optional(whole(64, 2048), '512'),
    color: v.optional(colour, '000000'),
    background: v.optional(colour, 'ffffff'),
    margin: v.optional(whole(0, 16), '4'),
    to: v.optional(v.picklist(['page', 'tip'], 'Use page or tip.'), 'page'),
  }),
  v.forward(
    v.check(
      ({ color, background }) => contrastOf(color, background) >= 3,
      'Scanners cannot tell these colours apart. Choose a darker colour or a lighter background.',
    ),
    ['color'],
  ),
);

/** One of the card's languages, however its tag is written: `de`, `de-AT` and `de_DE` are German. */
const language = v.pipe(
  v.string(),
  v.transform(shippedLanguage),
  v.picklist(shippedLanguages, `Use one of ${shippedLanguages.join(', ')}.`),
);

/** `?height=` pixels, `?color=` hex digits (the owner's accent when absent), `?lang=` one of the card's languages. */
const badgeQuery = v.strictObject({
  height: v.optional(whole(20, 80), '40'),
  color: v.optional(colour),
  lang: v.optional(language),
});

const frameQuery = v.strictObject({
  lang: v.optional(language),
  layout: v.optional(v.picklist(['card', 'links'], 'Use card or links.'), 'card'),
  theme: v.optional(v.picklist(['auto', 'light', 'dark'], 'Use auto, light or dark.')),
});

const svg = 'image/svg+xml; charset=utf-8';

/** A code contains only the URL, which redirects after a rename: caches may keep it long. */
const qrSharedAge = 3600;

function frameRoute(deps: Deps): Route {
  return {
    path: '/:at{@[^/]+}/embed',
    cors: 'none',
    on: {
      GET: (c) => {
        const asked = parseWith(frameQuery, c.req.query());
        if (!asked.ok) return refuse(c, deps.config, asked.problem);
        const { lang, layout, theme = null } = asked.value;
        return atOwner(c, deps, {
          tail: '/embed',
          missing: () => answerNoProfile(c, deps),
          restricted: (by) => answerRestricted(c, by),
          show: ({ body: profile, sharedAge }) => {
            const language = lang ?? languageOf(profile.language);
            const page = framePage({ profile, language, layout, theme });
            return answerCached(c, pageText(page), { type: 'text/html; charset=utf-8', sharedAge });
          },
        });
      },
    },
  };
}

function badgeRoute(deps: Deps): Route {
  return {
    path: '/:at{@[^/]+}/badge.svg',
    cors: 'public',
    on: {
      GET: (c) => {
        const asked = parseWith(badgeQuery, c.req.query());
        if (!asked.ok) return refuse(c, deps.config, asked.problem);
        const { height, color, lang } = asked.value;
        return atOwner(c, deps, {
          tail: '/badge.svg',
          missing: () => refusePublic(c, deps.config, problem('profile-not-found')),
          show: ({ body: { name, handle, look, language, tips }, sharedAge }) => {
            const { tip } = pageTexts(lang ?? languageOf(language));
            const text = tips.state === 'on' ? tip({ name }) : `@${handle}`;
            return answerCached(c, badgeSvg({ text, height, colour: color ?? look.accent.toLowerCase() }), {
              type: svg,
              sharedAge,
            });
          },
        });
      },
    },
  };
}

function qrRoute(deps: Deps, file: 'qr.svg' | 'qr.png'): Route {
  const draw = (c: Context) => {
    const asked = parseWith(qrQuery, c.req.query());
    if (!asked.ok) return refuse(c, deps.config, asked.problem);
    const { size, margin, to, color: ink, background: paper } = asked.value;
    return atOwner(c, deps, {
      tail: `/${file}`,
      missing: () => refusePublic(c, deps.config, problem('profile-not-found')),
      show: ({ body }) => {
        const url = to === 'tip' ? body.tipUrl : body.url;
        const code = qrCode(url, margin);
        const caching = { sharedAge: qrSharedAge };
        return file === 'qr.svg'
          ? answerCached(c, qrSvg(code, size, url, { ink, paper }), { type: svg, ...caching })
          : answerCached(c, qrPng(code, size, { ink, paper }), { type: 'image/png', ...caching });
      },
    });
  };
  return { path: `/:at{@[^/]+}/${file}`, cors: 'public', on: { GET: draw } };
}

const snippetRoute: Route = {
  path: '/v1/frame.js',
  cors: 'public',
  on: {
    GET: (c) => {
      c.header('Cache-Control', 'public, max-age=300, stale-while-revalidate=3600');
      return c.body(frameSnippet, 200, { 'Content-Type': 'text/javascript; charset=utf-8' });
    },
  },
};

/** Ways to show a profile where the tag cannot be used: the frame, the badge, the QR code, and the script that sizes frames. */
export function aroundRoutes(deps: Deps): readonly Route[] {
  return [frameRoute(deps), badgeRoute(deps), qrRoute(deps, 'qr.svg'), qrRoute(deps, 'qr.png'), snippetRoute];
}
