import { decodeCard } from '../../../core/documents/card-document';
import { collections } from '../../../core/documents/documents';
import type { Decider } from '../../../core/profile/standing';
import type { Deps } from '../../deps';
import type { AdminOutcome } from '../../admin/command';
import { actedBy, recordAct } from '../../admin/audit';
import { allDocuments } from '../../store/all-documents';
import type { CardsCall } from './cards-call';
import { differingParts } from './compare-cards';

async function* handlesOf({ store }: Deps, handle: string | null): AsyncGenerator<string> {
  if (handle !== null) yield handle;
  else
    for await (const { path } of allDocuments(store, collections.cards, (data) => decodeCard(data)))
      yield path.slice(collections.cards.length + 1);
}

/**
 * Compares every card with a fresh making of it, in a transaction each. Without `yes` it only names those that differ. Cards that no longer count are
 * passed over: the next view makes them anew.
 */
export async function runCardsCall(
  deps: Deps,
  who: Decider,
  { handle, yes }: CardsCall,
): Promise<AdminOutcome> {
  const differing: { readonly handle: string; readonly parts: readonly string[] }[] = [];
  let compared = 0;
  for await (const each of handlesOf(deps, handle)) {
    const parts = await differingParts(deps, each, { repairs: yes });
    compared += 1;
    if (parts.length > 0) differing.push({ handle: each, parts });
  }
  if (yes && differing.length > 0)
    await recordAct(deps, {
      ...actedBy(who),
      verb: 'look',
      subject: 'cards',
      outcome: 'done',
      before: null,
      after: null,
      reason: `Made anew: ${differing.length} cards, such as ${differing[0]?.handle ?? ''}`,
      reportId: null,
    });
  const end = `${compared} compared, ${differing.length} differ${yes && differing.length > 0 ? ' and were made anew' : ''}.`;
  const hint =
    !yes && differing.length > 0 ? ['Nothing was written. Repeat it with --yes to make them anew.'] : [];
  return {
    done: true,
    lines: [...differing.map(({ handle: name, parts }) => `${name}: ${parts.join(', ')}`), end, ...hint],
    data: { compared, differing },
  };
}
