import * as v from 'valibot';
import { linkSlots, uploadedTo } from './picture-slots';
import { fault } from '../base/field-faults';

/** The name of an icon file: a platform id of the catalogue, or one of our own drawings. A name without a file shows the plain icon. */
export const iconName = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,30}$/, fault('icon-unknown')));

/** The mark before a link's name, in place of its platform's icon. */
export const linkSign = v.variant('kind', [
  v.strictObject({ kind: v.literal('icon'), icon: iconName }),
  v.strictObject({ kind: v.literal('picture'), ...uploadedTo(linkSlots).entries }),
]);
export type LinkSign = v.InferOutput<typeof linkSign>;
