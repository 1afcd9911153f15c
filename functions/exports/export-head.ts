import { isWhole, type ExportChoice } from '../../core/documents/export-choice';
import type { Deps, Owner } from '../deps';
import type { FeeLine } from '../../core/money/fee-lines';
import { feesBetween } from '../tips/books/read-books';
import type { OwnerData } from './export-writer';
import { ownerData } from './owner-data';

/** What a file has before its tips: everything else of the owner, or for some of the tips the filter that chose them. */
export async function exportHead(
  deps: Pick<Deps, 'store'>,
  owner: Pick<Owner, 'uid' | 'email'>,
  choice: ExportChoice,
): Promise<OwnerData> {
  if (isWhole(choice)) return ownerData(deps, owner);
  const { state, from, until, zone, placement, search } = choice;
  return { filter: { state, from, until, zone, placement, search } };
}

/**
 * What Stripe booked apart from the tips in the days of a file for bookkeeping. Such a fee belongs to no single tip: a file of some tips has none. The
 * books read them from Stripe when they are looked at.
 */
export async function exportFees(
  deps: Pick<Deps, 'store' | 'config'>,
  uid: string,
  choice: ExportChoice,
): Promise<readonly FeeLine[]> {
  const { format, from, until } = choice;
  if (format !== 'bookkeeping' || !isWhole({ ...choice, from: '', until: '' })) return [];
  return feesBetween(deps, uid, { from: from || '1971-01-01', until: until || '9998-12-31' });
}
