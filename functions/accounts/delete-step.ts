import type { Deps } from '../deps';
import type { JobRun } from '../queue/job-work';

/** `next`: the step is done. `more`: the time of the slice is over. `busy`: something is open that somebody must answer for. */
export type StepEnd = 'next' | 'more' | 'busy';

/** One slice of a step of a deletion. */
export interface StepRun {
  readonly uid: string;
  /** The place in this step that was saved last; null = it begins. */
  readonly place: string | null;
  /** How many items of this step are done. */
  readonly done: number;
  /** Stores how far the step came, for the job and for the owner. */
  save(place: string, done: number, total: number | null): Promise<void>;
  readonly isOver: JobRun['isOver'];
}

export type DeleteStep = (deps: Deps, run: StepRun) => Promise<StepEnd>;
