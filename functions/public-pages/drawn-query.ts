import * as v from 'valibot';
import { shippedLanguage, shippedLanguages } from '../../core/base/language-tags';
import { contrastOf } from '../../core/web/readable-ink';

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
export const qrQuery = v.pipe(
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
export const badgeQuery = v.strictObject({
  height: v.optional(whole(20, 80), '40'),
  color: v.optional(colour),
  lang: v.optional(language),
});

export const frameQuery = v.strictObject({
  lang: v.optional(language),
  layout: v.optional(v.picklist(['card', 'links'], 'Use card or links.'), 'card'),
  theme: v.optional(v.picklist(['auto', 'light', 'dark'], 'Use auto, light or dark.')),
});
