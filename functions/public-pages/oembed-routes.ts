import * as v from 'valibot';
import { parseWith } from '../../core/base/parse';
import { problem } from '../../core/base/problem';
import type { Deps } from '../deps';
import { oembed, type Oembed } from './oembed';
import { answerCached } from '../http/cacheable';
import { refuse } from '../http/respond';
import type { Route } from '../http/routes';
import { escapeHtml } from '../../core/web/html';

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
  const fields = Object.entries(answer).map(
    ([name, value]) => `<${name}>${escapeHtml(String(value))}</${name}>`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${fields.join('')}</oembed>\n`;
}

/** `GET /oembed?url=`: oEmbed 1.0. 404 for other URLs, 401 for private pages (receipts and the dashboard), 501 for other formats. */
export function oembedRoutes(deps: Deps): readonly Route[] {
  const { config } = deps;
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
          const answer = await oembed(deps, { url, maxWidth, maxHeight, language });
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
