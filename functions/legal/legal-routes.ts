import type { Context } from 'hono';
import { problem } from '../../core/base/problem';
import type { Deps } from '../deps';
import { answerCached } from '../http/cacheable';
import { sharedFor } from '../http/caching';
import { readerOf } from '../http/preferred-language';
import { refuse } from '../http/respond';
import type { Route } from '../http/routes';
import { pageText } from '../pages/page';
import type { Page } from '../pages/page';
import { contactContent, imprintContent, legalPage, templateContent, unnamed } from './legal-pages';
import type { Operator } from './operator';
import { securityTxt } from './security-txt';
import { privacyTemplate, templateVersion, termsTemplate } from './templates/templates';
import { legalTexts } from '../messages/page-texts';
import { readYears, transparencyContent } from './transparency';

/** Seconds. The pages change with a deploy, which empties the edge. */
const keptFor = 3600;

/** A legal page in the language of the page, which may be English where a text is not translated. */
function answerLegal(c: Context, page: Page): Response {
  c.header('Content-Language', page.language);
  c.header('Vary', 'Accept-Language');
  return answerCached(c, pageText(page), { type: 'text/html; charset=utf-8', sharedAge: keptFor });
}

type Content = (operator: Operator, c: Context) => Page;

/** `/legal/imprint`, `/legal/contact`, `/legal/terms`, `/legal/privacy`, `/legal/transparency` and `/.well-known/security.txt`. */
export function legalRoutes({
  config,
  clock,
  store,
}: Pick<Deps, 'config' | 'clock' | 'store'>): readonly Route[] {
  const { operator } = config;
  const page = (name: 'imprint' | 'contact' | 'terms' | 'privacy', content: Content): Route => ({
    path: `/legal/${name}`,
    cors: 'none',
    on: {
      GET: (c) => {
        if (operator !== null) return answerLegal(c, content(operator, c));
        const { language } = readerOf(c);
        return answerLegal(c, legalPage(language, legalTexts(language)[name], unnamed(language)));
      },
    },
  });
  const elsewhere = (route: Route, url: string | null): Route =>
    url === null
      ? route
      : {
          ...route,
          on: {
            GET: (c) => {
              c.header('Cache-Control', sharedFor(keptFor));
              return c.redirect(url, 302);
            },
          },
        };
  return [
    page('imprint', (given, c) => {
      const { language } = readerOf(c);
      return legalPage(language, legalTexts(language).imprint, imprintContent(given, language));
    }),
    page('contact', (given, c) => {
      const { language } = readerOf(c);
      return legalPage(language, legalTexts(language).contact, contactContent(given, language));
    }),
    elsewhere(
      page('terms', (given, c) => {
        const found = termsTemplate(readerOf(c).language);
        const content = templateContent(config, given, found, given.terms.version ?? templateVersion);
        return legalPage(found.language, legalTexts(found.language).terms, content);
      }),
      operator?.terms.url ?? null,
    ),
    elsewhere(
      page('privacy', (given, c) => {
        const found = privacyTemplate(readerOf(c).language);
        const content = templateContent(config, given, found, templateVersion);
        return legalPage(found.language, legalTexts(found.language).privacy, content);
      }),
      operator?.privacyUrl ?? null,
    ),
    {
      path: '/legal/transparency',
      cors: 'none',
      on: {
        GET: async (c) => {
          const { language } = readerOf(c);
          const content = transparencyContent(await readYears(store), language);
          return answerLegal(c, legalPage(language, legalTexts(language).transparency, content));
        },
      },
    },
    {
      path: '/.well-known/security.txt',
      cors: 'public',
      on: {
        GET: (c) => {
          if (operator === null) return refuse(c, config, problem('route-not-found'));
          c.header('Cache-Control', sharedFor(keptFor));
          return c.body(securityTxt(config, operator, clock.now()), 200, {
            'Content-Type': 'text/plain; charset=utf-8',
          });
        },
      },
    },
  ];
}
