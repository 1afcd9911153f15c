import type { AdminVerb } from '../../admin/command';

/** The verbs of `npm run admin` about the documents that views read. */
export const cardVerbs = [
  {
    name: 'cards check',
    takes: '[<handle>]',
    says: 'compares each card, which is what one view of a profile reads, with a fresh making; with `--yes` it makes those anew that differ',
    writes: true,
  },
] as const satisfies readonly AdminVerb[];
