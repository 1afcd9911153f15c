import type { Context } from 'hono';
import { languageOf } from '../../core/base/language-tags';
import { parseWith } from '../../core/base/parse';
import { problem } from '../../core/base/problem';
import type { Deps } from '../deps';
import { badgeSvg } from './drawn/badge-svg';
import { qrCode } from './drawn/qr-code';
import { qrPng } from './drawn/qr-png';
import { qrSvg } from './drawn/qr-svg';
import { answerCached } from '../http/cacheable';
import { refuse, refusePublic } from '../http/respond';
import type { Route } from '../http/routes';
import { framePage } from './frame-page';
import { frameSnippet } from './frame-snippet';
import { pageText } from '../pages/page';
import { pageTexts } from '../messages/page-texts';
import { badgeQuery, frameQuery, qrQuery } from './drawn-query';
import { atOwner } from '../profiles/owner-address';
import { answerNoProfile, answerRestricted } from '../profiles/no-profile-page';

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
