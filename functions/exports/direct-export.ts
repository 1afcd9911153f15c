import { paths } from '../../core/documents/documents';
import { isWhole, type ExportChoice } from '../../core/documents/export-choice';
import { mostTipsAtOnce } from '../../core/documents/export-document';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Deps, Owner } from '../deps';
import { exportFees, exportHead } from './export-head';
import { chosenBy, writerOf } from './file-formats';
import { tipPages } from './tip-pages';

/** How many tips an answer looks through. They are not in memory together. */
const mostTipsLookedAt = 20_000;

const tooLarge = (tips: number) => fail(problem('export-too-large', { figures: { tips } }));

/** The export as one text, unless it has more than `most` tips. */
export async function exportText(
  deps: Pick<Deps, 'store' | 'log' | 'config'>,
  owner: Pick<Owner, 'uid' | 'email'>,
  choice: ExportChoice,
  most = Infinity,
): Promise<Result<string>> {
  const writer = writerOf(choice);
  const isChosen = chosenBy(choice);
  const about = await exportHead(deps, owner, choice);
  const parts = [writer.head(about, await exportFees(deps, owner.uid, choice))];
  let tips = 0;
  let unreadable = 0;
  for await (const page of tipPages(deps, owner.uid, null)) {
    const chosen = page.tips.filter(isChosen);
    unreadable += page.unreadable;
    parts.push(writer.page(chosen, tips));
    tips += chosen.length;
    if (tips > most) return tooLarge(tips);
  }
  return ok([...parts, writer.foot({ tips, unreadable })].join(''));
}

/** The same for an answer, unless the tips are too many for the memory or the time of a server that answers. */
export async function directExport(
  deps: Pick<Deps, 'store' | 'log' | 'config'>,
  owner: Owner,
  choice: ExportChoice,
): Promise<Result<string>> {
  const tips = (await deps.store.sum({ from: paths.tips(owner.uid) }, [])).count;
  if (tips > (isWhole(choice) ? mostTipsAtOnce : mostTipsLookedAt)) return tooLarge(tips);
  return exportText(deps, owner, choice, mostTipsAtOnce);
}
