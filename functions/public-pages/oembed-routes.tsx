/** @jsxImportSource hono/jsx */
import { jsx } from 'hono/jsx';
import * as v from 'valibot';
import { languageOf, shippedLanguage, type ShippedLanguage } from '@busker/core/locale/language-tags';
import { parseWith, problem, fail, ok, type Result } from '@busker/core/base/result';
import { frameHeight, type FrameParts } from '@busker/core/embed/card-height';
import { lookupHandle } from '@busker/core/profile/draft';
import type { PublicProfile, StoredPicture } from '@busker/core/profile/profile';
import { pageTexts } from '@busker/core/messages/core-texts';
import type { Deps } from '../deps';
import { DomainHosts } from './owner-domain';
import { answerCached, refuse, type Cacheable, type Route } from '../http/routes';
import { textOf } from '../pages/page';
import { findProfile, publicView } from '../profiles/published-profile';
import { stored } from '../store/store';

/** The rich type of oEmbed 1.0 (oembed.com). Sizes in CSS pixels, `cache_age` in seconds. */
interface Oembed {
  readonly version: '1.0';
  readonly type: 'rich';
  readonly provider_name: 'Busker';
  readonly provider_url: string;
  readonly title: string;
  readonly author_name: string;
  readonly author_url: string;
  readonly cache_age: number;
  readonly width: number;
  readonly height: number;
  readonly html: string;
  /** All three or none: the specification requires a picture's size with it, and nothing larger than requested. */
  readonly thumbnail_url?: string;
  readonly thumbnail_width?: number;
  readonly thumbnail_height?: number;
}

interface OembedRequest {
  readonly url: string;
  readonly maxWidth: number | null;
  readonly maxHeight: number | null;
  /** The language of the site that asks, as it writes it; '' where it does not say. */
  readonly language: string;
}

const usualWidth = 480;
const cacheAge = 3600;

interface Address {
  readonly handle: string;
  readonly language: ShippedLanguage | null;
}

/** The profile that a URL of ours shows. Receipts and the dashboard are private. Everything else is not found. */
function addressed(url: string, origin: string): Result<Address> {
  const asked = URL.canParse(url) ? new URL(url) : undefined;
  if (asked?.host !== new URL(origin).host || !/^https?:$/.test(asked.protocol))
    return fail(problem('route-not-found'));
  const [, at] = /^\/(@[^/]+)(?:\/(?:tip|embed)?)?$/.exec(asked.pathname) ?? [];
  if (at === undefined)
    return fail(problem(/^\/(@|v1\/|img\/)/.test(asked.pathname) ? 'route-not-found' : 'address-private'));
  const handle = v.safeParse(lookupHandle, decoded(at));
  if (!handle.success) return fail(problem('profile-not-found'));
  return ok({ handle: handle.output, language: shippedLanguage(asked.searchParams.get('lang') ?? '') });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** The parts that take room in the frame, whose language is that of the tip button alone. */
const frameParts = (profile: PublicProfile, language: ShippedLanguage): FrameParts => ({
  ...profile,
  tip:
    profile.tips.state === 'on'
      ? { text: pageTexts(language).tip({ name: profile.name }), isFirst: profile.tips.button === 'top' }
      : null,
});

/** The owner's picture, if its size is known and small enough for the consumer. */
function thumbnail(
  picture: StoredPicture | null,
  url: string,
  { maxWidth, maxHeight }: Pick<OembedRequest, 'maxWidth' | 'maxHeight'>,
): Pick<Oembed, 'thumbnail_url' | 'thumbnail_width' | 'thumbnail_height'> {
  const size = picture?.size ?? null;
  if (size === null || size.width > (maxWidth ?? Infinity) || size.height > (maxHeight ?? Infinity))
    return {};
  return { thumbnail_url: url, thumbnail_width: size.width, thumbnail_height: size.height };
}

/** The profile whose page is at this address of an owner's own domain. */
async function onOwnDomain(
  { store }: Pick<Deps, 'store'>,
  hosts: DomainHosts,
  url: string,
): Promise<Result<Address> | null> {
  const asked = URL.canParse(url) ? new URL(url) : undefined;
  if (asked === undefined || !/^https?:$/.test(asked.protocol) || asked.pathname !== '/') return null;
  const uid = await hosts.ownerOf(asked.hostname);
  const profile = uid === null ? undefined : await store.read(stored.profile(uid));
  if (profile === undefined) return null;
  return ok({ handle: profile.handle, language: shippedLanguage(asked.searchParams.get('lang') ?? '') });
}

/** The HTML for a public page's URL: one frame, which works in a sandbox too. */
async function oembed(
  deps: Pick<Deps, 'store' | 'recentProfiles' | 'clock' | 'config'>,
  hosts: DomainHosts,
  { url, maxWidth, maxHeight, language: sites }: OembedRequest,
): Promise<Result<Cacheable<Oembed>>> {
  const origin = deps.config.publicOrigin;
  const address = (await onOwnDomain(deps, hosts, url)) ?? addressed(url, origin);
  if (!address.ok) return address;
  const found = await findProfile(deps, address.value.handle);
  if (!found.ok) return found;
  const { profile, sharedAge } = publicView(deps, found.value);
  const width = Math.min(maxWidth ?? usualWidth, usualWidth);
  const language = address.value.language ?? shippedLanguage(sites) ?? languageOf(profile.language);
  const height = Math.min(maxHeight ?? Infinity, frameHeight(frameParts(profile, language), width));
  const src = `${origin}/@${profile.handle}/embed?lang=${language}`;
  const title = `${profile.name} (@${profile.handle})`;
  return ok({
    sharedAge,
    body: {
      version: '1.0',
      type: 'rich',
      provider_name: 'Busker',
      provider_url: origin,
      title,
      author_name: profile.name,
      author_url: profile.url,
      cache_age: cacheAge,
      width,
      height,
      ...thumbnail(found.value.profile.picture, `${origin}${profile.picture ?? ''}`, { maxWidth, maxHeight }),
      html: textOf(<iframe src={src} title={title} width={width} height={height} frameborder="0"></iframe>),
    },
  });
}

const pixels = v.optional(
  v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/, 'Write a whole number of pixels.'), v.transform(Number)),
);

/** Consumers send further parameters (WordPress: `dnt`), which the specification allows. */
const query = v.object({
  url: v.pipe(
    v.string('`url` is missing: the address to embed.'),
    v.maxLength(2000, 'This address is too long.'),
  ),
  format: v.optional(v.string(), 'json'),
  maxwidth: pixels,
  maxheight: pixels,
  // Not in the specification: our plugin for WordPress sends the language of the site.
  lang: v.optional(v.string(), ''),
});

function xmlOf(answer: Oembed): string {
  const fields = Object.entries(answer).map(([name, value]) => jsx(name, null, String(value)));
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n${textOf(<oembed>{fields}</oembed>)}\n`;
}

/** `GET /oembed?url=`: oEmbed 1.0. 404 for other URLs, 401 for private pages (receipts and the dashboard), 501 for other formats. */
export function oembedRoutes(deps: Deps): readonly Route[] {
  const { config } = deps;
  const hosts = new DomainHosts(deps);
  return [
    {
      path: '/oembed',
      cors: 'public',
      on: {
        GET: async (c) => {
          const asked = parseWith(query, c.req.query());
          if (!asked.ok) return refuse(c, config, asked.problem);
          const {
            url,
            format,
            maxwidth: maxWidth = null,
            maxheight: maxHeight = null,
            lang: language,
          } = asked.value;
          if (format !== 'json' && format !== 'xml') return refuse(c, config, problem('format-unknown'));
          const answer = await oembed(deps, hosts, { url, maxWidth, maxHeight, language });
          if (!answer.ok) return refuse(c, config, answer.problem);
          const { body, sharedAge } = answer.value;
          return format === 'json'
            ? answerCached(c, JSON.stringify(body), { type: 'application/json', sharedAge })
            : answerCached(c, xmlOf(body), { type: 'text/xml; charset=utf-8', sharedAge });
        },
      },
    },
  ];
}
