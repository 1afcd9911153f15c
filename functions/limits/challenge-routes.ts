import * as v from 'valibot';
import { shippedLanguages } from '../../core/base/language-tags';
import { parseWith } from '../../core/base/parse';
import { problem } from '../../core/base/problem';
import type { Deps } from '../deps';
import { refuse } from '../http/respond';
import type { Route } from '../http/routes';
import { challengePage } from './challenge-page';
import { answerPage } from '../pages/page';

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
