import type { AdminVerb } from '../../admin/command';

/** The verbs of `npm run admin` about jobs. `jobs` alone is `jobs list`. */
export const jobVerbs = [
  {
    name: 'jobs list',
    takes: '',
    says: 'the jobs that are dead, running or due, with how far they came',
    writes: false,
  },
  {
    name: 'jobs retry',
    takes: '<id> [--reason <text>]',
    says: 'starts a dead or waiting job again within five minutes, where it stopped, with ten new tries',
    writes: true,
  },
] as const satisfies readonly AdminVerb[];

export type JobVerbName = (typeof jobVerbs)[number]['name'];
