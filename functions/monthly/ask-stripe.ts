import type { EndReason, Monthly } from '../../core/monthly/monthly';
import { isOver } from '../../core/monthly/monthly';
import type { Deps } from '../deps';
import { stored } from '../store/stored';
import { writeMonthly } from './write-monthly';

type AskDeps = Pick<Deps, 'store' | 'clock'>;

/** A request of ours that outlives a lost answer: the next look repeats it. */
type Asked = Monthly['asked'];

interface Wish {
  readonly what: 'stop' | 'end';
  readonly reason: EndReason;
}

/**
 * What is asked of Stripe once this wish is noted too. The same wish a second time changes nothing. An end that was asked for already stays, unless the
 * fan wants the money back too.
 */
export function askedAfter({ state, asked }: Monthly, { what, reason }: Wish, at: number): Asked {
  if (isOver(state)) return asked;
  const isNoted =
    reason === 'withdrawn' ? asked?.reason === reason : asked?.what === 'end' || asked?.what === what;
  return isNoted ? asked : { what, reason, at };
}

/** Notes a request before Stripe hears of it. */
export const noteAsked = (
  deps: AskDeps,
  monthly: Monthly,
  what: Wish['what'],
  reason: EndReason,
): Promise<Monthly | undefined> =>
  changeAsked(deps, monthly, (current, at) => askedAfter(current, { what, reason }, at));

/** Nothing is asked any more: the fan took it back, or it is done. */
export const forgetAsked = (deps: AskDeps, monthly: Monthly): Promise<Monthly | undefined> =>
  changeAsked(deps, monthly, () => null);

/** The end is made, and nothing is open any more. A withdrawal goes on until the money goes back. */
export const noteEnd = async (deps: AskDeps, monthly: Monthly): Promise<Monthly> =>
  (await changeAsked(deps, monthly, ({ asked }) => (asked?.reason === 'withdrawn' ? asked : null))) ??
  monthly;

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
