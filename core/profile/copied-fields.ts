import type { Draft } from './draft';

/**
 * The fields that publishing copies unchanged and discarding changes restores. `handle`, `picture` and `links` have rules of their own.
 */
export const copiedFields = [
  'name',
  'bio',
  'look',
  'tips',
  'arrangement',
  'allowedSites',
  'language',
] as const;

export type CopiedFields = Pick<Draft, (typeof copiedFields)[number]>;

/** Written out, so that a field of the list that is missing here does not compile. */
export const copiedFrom = ({
  name,
  bio,
  look,
  tips,
  arrangement,
  allowedSites,
  language,
}: CopiedFields): CopiedFields => ({
  name,
  bio,
  look,
  tips,
  arrangement,
  allowedSites,
  language,
});
