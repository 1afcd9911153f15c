import { isWhole, type ExportChoice } from '../../core/documents/export-choice';
import type { Deps, Owner } from '../deps';
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
