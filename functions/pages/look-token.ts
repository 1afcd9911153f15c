import * as v from 'valibot';
import { patterns, storedPageLook, type Ground, type PageLook } from '@busker/core/looks/page-look';

/** Where the ready look decides. */
const ownNone = '0';

function groundToken(ground: Ground): string {
  if (ground.kind === 'picture') return ground.kind;
  const colours = 'colour' in ground ? [ground.colour] : [ground.from, ground.to];
  const kind = ground.kind === 'pattern' ? ground.pattern : ground.kind;
  return [kind, ...colours.map((colour) => colour.slice(1).toLowerCase())].join('.');
}

function groundOf(token: string): unknown {
  const [kind = '', one = '', other = ''] = token.split('.');
  // The picture is in the page.
  if (kind === 'picture') return { kind, upload: null };
  if (kind === 'plain') return { kind, colour: `#${one}` };
  if (kind === 'gradient') return { kind, from: `#${one}`, to: `#${other}` };
  return patterns.some((pattern) => pattern === kind)
    ? { kind: 'pattern', pattern: kind, colour: `#${one}` }
    : null;
}

/** A look as a part of the style sheet's URL, so that caches may keep the sheet for ever. */
export function lookToken({ ground, ...look }: PageLook): string {
  const { ready, fill, shape, font, size, avatarShape, avatarPlace } = look;
  const words = [ready, ground && groundToken(ground), fill, shape, font, size, avatarShape, avatarPlace];
  return words.map((word) => word ?? ownNone).join('-');
}

/** The look of such a URL. A release that has dropped a choice of an earlier one reads it as the look's own, or as the look of a page without any. */
export function lookOfToken(token: string): PageLook {
  const [ready, ground = ownNone, ...words] = token.split('-');
  const [fill, shape, font, size, avatarShape, avatarPlace] = words.map((word) =>
    word === ownNone ? null : word,
  );
  const own = ground === ownNone ? null : groundOf(ground);
  return v.parse(storedPageLook, { ready, ground: own, fill, shape, font, size, avatarShape, avatarPlace });
}
