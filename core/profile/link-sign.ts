import * as v from 'valibot';
import { linkSlots, uploadedTo } from './picture-slots';
import { fault } from '../base/field-faults';

/** The name of an icon's file: the id of a platform of the catalogue, or of a drawing of ours. A name without a file shows the plain icon. */
export const iconName = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,30}$/, fault('icon-unknown')));

/** What stands before a link's name in place of the mark of its platform. */
export const linkSign = v.variant('kind', [
  v.strictObject({ kind: v.literal('icon'), icon: iconName }),
  v.strictObject({ kind: v.literal('picture'), ...uploadedTo(linkSlots).entries }),
]);
export type LinkSign = v.InferOutput<typeof linkSign>;
