/** @jsxImportSource hono/jsx */
import type { Context } from 'hono';
import * as v from 'valibot';
import {
  directionOf,
  languageOf,
  shippedLanguage,
  shippedLanguages,
  type ShippedLanguage,
} from '@busker/core/locale/language-tags';
import { parseWith, problem } from '@busker/core/base/result';
import type { PublicProfile } from '@busker/core/profile/profile';
import { contrastOf, readableInk } from '@busker/core/web/readable-ink';
import { pageTexts } from '@busker/core/messages/core-texts';
import type { Deps } from '../deps';
import { answerCached, refuse, refusePublic, type Route } from '../http/routes';
import { noIndex, pageText, textOf, type Page } from '../pages/page';
import { javaScript, scriptAsset, scriptText } from '../pages/page-assets';
import { atOwner, answerNoProfile, answerRestricted } from '../profiles/published-profile';
import { blockRoutes } from './block-routes';
import { oembedRoutes } from './oembed-routes';
import { noTips, plainLinks, profileHead, tipAddress } from './page-routes';
import { qrCode, qrPng, qrSvg } from './qr-code';

interface Badge {
  readonly text: string;
  /** `#rrggbb` */
  readonly colour: string;
  /** CSS pixels. */
  readonly height: number;
}

const longest = 32;

/** Characters as people count them: a family emoji is one. */
const signsOf = (text: string): readonly string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** The approximate width of a text in em for system fonts: letters a bit over 0.5, East Asian characters and emoji 1. */
function emOf(text: string): number {
  const widths = signsOf(text).map((sign) => {
    if (
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/u.test(
        sign,
      )
    )
      return 1;
    if (/[iljtfr.,'!| ]/.test(sign)) return 0.34;
    return /[mwMWA-Z@]/.test(sign) ? 0.78 : 0.58;
  });
  return widths.reduce((sum, width) => sum + width, 0);
}

function shortened(text: string): string {
  const signs = signsOf(text);
  return signs.length <= longest
    ? text
    : `${signs
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}

/** A picture of a button, for a link in a README, a forum or an email. The text is stretched to the computed width. */
export function badgeSvg({ text, colour, height }: Badge): string {
  const shown = shortened(text);
  const font = Math.round(height * 0.46);
  const textWidth = Math.round(emOf(shown) * font);
  const textStart = Math.round(height * 0.95);
  const width = textStart + textWidth + Math.round(height * 0.42);
  const ink = readableInk(colour);
  const middle = height / 2;
  const coin = height * 0.24;
  return textOf(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={text}
    >
      <title>{text}</title>
      <rect width={width} height={height} rx={height * 0.28} fill={colour} />
      <g fill="none" stroke={ink} stroke-width={height * 0.06} stroke-linecap="round" stroke-linejoin="round">
        <circle cx={height * 0.54} cy={middle} r={coin} />
        <path
          d={`M${height * 0.44} ${middle}l${height * 0.075} ${height * 0.075} ${height * 0.13}-${height * 0.16}`}
        />
      </g>
      <text
        x={textStart}
        y={middle}
        dy=".35em"
        textLength={textWidth}
        lengthAdjust="spacingAndGlyphs"
        fill={ink}
        font-family="system-ui,-apple-system,Segoe UI,Roboto,sans-serif"
        font-size={font}
        font-weight="600"
      >
        {shown}
      </text>
    </svg>,
  );
}

export { blocksAsset } from './page-blocks';
export const frameAsset = scriptAsset('frame');

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
    tips.state === 'on' ? (
      <p>
        <a class="button" href={tipAddress(profile, language)}>
          {texts.tip({ name })}
        </a>
      </p>
    ) : null;
  return {
    language,
    direction: directionOf(language),
    look: { accent: look.accent, theme: theme ?? look.theme },
    title: `${name} (@${handle})`,
    framed: true,
    head: (
      <>
        <base target="_blank" />
        {noIndex}
        <link rel="canonical" href={profile.url} />
        <script defer src={frameAsset.path}></script>
      </>
    ),
    body: (
      <main class="panel">
        {layout === 'card' ? (
          profileHead(profile)
        ) : (
          <h1 class="small" dir="auto">
            {name}
          </h1>
        )}
        {isFirst ? tip : null}
        {plainLinks(profile, texts.verified)}
        {isFirst ? null : tip}
        {tips.pause === undefined ? null : noTips(profile, language)}
      </main>
    ),
  };
}

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

/** A script for pages that give our frames the height they need. At most 1 kB. */
const snippetRoute: Route = {
  path: '/v1/frame.js',
  cors: 'public',
  on: {
    GET: (c) => {
      c.header('Cache-Control', 'public, max-age=300, stale-while-revalidate=3600');
      return c.body(scriptText('frame-sizes'), 200, { 'Content-Type': javaScript });
    },
  },
};

/** Ways to show a profile where the tag cannot be used: the frame, the badge, the QR code, the script that sizes frames, and oEmbed. */
export function aroundRoutes(deps: Deps): readonly Route[] {
  return [
    frameRoute(deps),
    badgeRoute(deps),
    qrRoute(deps, 'qr.svg'),
    qrRoute(deps, 'qr.png'),
    snippetRoute,
    ...oembedRoutes(deps),
    ...blockRoutes(deps),
  ];
}
