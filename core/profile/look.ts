import * as v from 'valibot';
import { fault } from '../base/field-faults';

export const layouts = ['card', 'links', 'button', 'floating'] as const;
export const themes = ['auto', 'light', 'dark', 'match'] as const;
/** System fonts only, so that no other origin is requested. */
export const fonts = ['system', 'serif', 'mono', 'rounded'] as const;

/** A six-digit hex colour. */
export const accentPattern = /^#[0-9a-f]{6}$/i;

/** `accent` is a six-digit hex colour, `radius` CSS pixels. */
export const look = v.strictObject({
  layout: v.picklist(layouts),
  theme: v.picklist(themes),
  accent: v.pipe(v.string(), v.regex(accentPattern, fault('colour-shape'))),
  radius: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(32)),
  font: v.picklist(fonts),
});
export type Look = v.InferOutput<typeof look>;

export const defaultLook: Look = {
  layout: 'card',
  theme: 'auto',
  accent: '#0b6e4f',
  radius: 16,
  font: 'system',
};
