import {
  askedAfterEnd,
  askedAfterKeep,
  askedAfterWish,
  type Asked,
  type Wish,
} from '../../core/monthly/asked';
import type { Monthly } from '../../core/monthly/monthly';
import type { Deps } from '../deps';
import { stored } from '../store/stored';
import { writeMonthly } from './write-monthly';

type AskDeps = Pick<Deps, 'store' | 'clock'>;

/** Notes a request before Stripe hears of it. */
export const noteAsked = (
  deps: AskDeps,
  monthly: Monthly,
  what: Wish['what'],
  reason: Wish['reason'],
): Promise<Monthly | undefined> =>
  changeAsked(deps, monthly, (current, at) => askedAfterWish(current, { what, reason }, at));

/** The fan takes a stop back. What is asked then is decided by the document of the moment: an end may have been asked for since it was read. */
export const noteKeep = (deps: AskDeps, monthly: Monthly): Promise<Monthly | undefined> =>
  changeAsked(deps, monthly, askedAfterKeep);

/** Nothing is asked any more, because all of it is done. */
export const forgetAsked = (deps: AskDeps, monthly: Monthly): Promise<Monthly | undefined> =>
  changeAsked(deps, monthly, () => null);

/** The end is made, and nothing is open any more. */
export const noteEnd = async (deps: AskDeps, monthly: Monthly): Promise<Monthly> =>
  (await changeAsked(deps, monthly, askedAfterEnd)) ?? monthly;

/** The monthly tip as it is stored then; undefined when it is gone. */
function changeAsked(
  { store, clock }: AskDeps,
  { ownerUid, monthlyId }: Monthly,
  change: (current: Monthly, now: number) => Asked,
): Promise<Monthly | undefined> {
  return store.transaction(async (tx) => {
    const current = await tx.read(stored.monthly(ownerUid, monthlyId));
    if (current === undefined) return undefined;
    const now = clock.now();
    const asked = change(current, now);
    if (asked === current.asked) return current;
    return writeMonthly(tx, current, { ...current, asked }, { cause: 'schedule', eventId: null }, now);
  });
}
