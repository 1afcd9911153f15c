import type { AdminOutcome } from '../admin/command';
import type { AdminCall } from './admin-call';
import type { AdminVerbName } from './admin-verbs';

/** What a verb would do, and the function that does it. `refused`: the verb cannot be carried out. */
export type AdminPlan =
  | { readonly kind: 'possible'; readonly lines: readonly string[]; act(): Promise<AdminOutcome> }
  | { readonly kind: 'refused'; readonly why: string; act(): Promise<AdminOutcome> };

type WritingVerb = Exclude<AdminVerbName, 'find' | 'show' | 'audit'>;

/** A call to a writing verb about an owner, by uid, or about a Stripe account. */
export interface AdminAct extends AdminCall {
  readonly verb: WritingVerb;
  readonly subject: string;
}
