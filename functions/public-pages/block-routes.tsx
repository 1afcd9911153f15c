/** @jsxImportSource hono/jsx */
import type { Context } from 'hono';
import { readMedia } from '@busker/core/blocks/block';
import { calendarOf, vcardOf } from '@busker/core/blocks/block-files';
import type { PublicBlock } from '@busker/core/blocks/public-blocks';
import { languageOf } from '@busker/core/locale/language-tags';
import type { PublicProfile } from '@busker/core/profile/profile';
import type { Deps } from '../deps';
import { answerCached, type Cacheable, type Route } from '../http/routes';
import { noIndex, pageText } from '../pages/page';
import { answerNoProfile, answerRestricted, atOwner } from '../profiles/published-profile';

/** A shown block of the page in the address, by its id. */
function atBlock(
  c: Context,
  deps: Deps,
  tail: string,
  id: string | undefined,
  show: (block: PublicBlock, seen: Cacheable<PublicProfile>) => Response | null,
) {
  const missing = () => answerNoProfile(c, deps);
  return atOwner(c, deps, {
    tail,
    missing,
    restricted: (by) => answerRestricted(c, by),
    show: (seen) => {
      const block = seen.body.blocks?.find((each) => each.id === id);
      return (block && show(block, seen)) ?? missing();
    },
  });
}

/** A file to save. Its name has no characters but those of an id. */
function saved(c: Context, text: string, type: string, name: string, sharedAge: number): Response {
  c.header('Content-Disposition', `attachment; filename="${name}"`);
  return answerCached(c, text, { type: `${type}; charset=utf-8`, sharedAge });
}

/**
 * The player of a media block, alone in a frame of the public page. The policy of the public page stays as narrow as it was; this page may show the one
 * host, and cannot run a script (the policy of its path, and the one here).
 */
function playerPage(block: PublicBlock, { language }: PublicProfile): string | null {
  const media = block.kind === 'media' ? readMedia(block.url) : null;
  if (media === null) return null;
  return pageText({
    language: languageOf(language),
    title: block.label || media.service,
    head: (
      <>
        {noIndex}
        <meta http-equiv="Content-Security-Policy" content={`frame-src ${new URL(media.frame).origin}`} />
      </>
    ),
    framed: true,
    // A frame shows none, and its policy allows none.
    icon: null,
    body: (
      <iframe
        class="foreign"
        src={media.frame}
        title={block.label || media.service}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation"
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        allowfullscreen
      ></iframe>
    ),
  });
}

/** `GET /@{handle}/{block}.ics`, `.vcf` and `/@{handle}/media/{block}`: what a block of the public page leads to. */
export function blockRoutes(deps: Deps): readonly Route[] {
  const host = new URL(deps.config.publicOrigin).hostname;
  return [
    {
      path: '/:at{@[^/]+}/:file{[A-Za-z0-9_-]+\\.(?:ics|vcf)}',
      cors: 'none',
      on: {
        GET: (c) => {
          const file = c.req.param('file') ?? '';
          const [id] = file.split('.');
          return atBlock(c, deps, `/${file}`, id, (block, { body, sharedAge }) => {
            if (block.kind === 'dates' && file.endsWith('.ics'))
              return saved(c, calendarOf(block, { ...body, host }), 'text/calendar', file, sharedAge);
            if (block.kind === 'contact' && file.endsWith('.vcf'))
              return saved(c, vcardOf(block, body), 'text/vcard', file, sharedAge);
            return null;
          });
        },
      },
    },
    {
      path: '/:at{@[^/]+}/media/:block{[A-Za-z0-9_-]+}',
      cors: 'none',
      on: {
        GET: (c) => {
          const id = c.req.param('block');
          return atBlock(c, deps, `/media/${id ?? ''}`, id, (block, { body, sharedAge }) => {
            const text = playerPage(block, body);
            return text === null
              ? null
              : answerCached(c, text, { type: 'text/html; charset=utf-8', sharedAge });
          });
        },
      },
    },
  ];
}
