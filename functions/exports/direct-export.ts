import { paths } from '../../core/documents/documents';
import { mostTipsAtOnce, type ExportFormat } from '../../core/documents/export-document';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Deps, Owner } from '../deps';
import { writerOf } from './file-formats';
import { ownerData } from './owner-data';
import { tipPages } from './tip-pages';

/** The whole export as one text. */
export async function exportText(
  deps: Pick<Deps, 'store'>,
  owner: Pick<Owner, 'uid' | 'email'>,
  format: ExportFormat,
): Promise<string> {
  const writer = writerOf(format);
  const parts = [writer.head(await ownerData(deps, owner))];
  let tips = 0;
  for await (const page of tipPages(deps, owner.uid, null)) {
    parts.push(writer.page(page, tips));
    tips += page.length;
  }
  return [...parts, writer.foot(tips)].join('');
}

/** The same for an answer, unless the tips are too many for the memory of a server that answers. */
export async function directExport(
  deps: Pick<Deps, 'store'>,
  owner: Owner,
  format: ExportFormat,
): Promise<Result<string>> {
  const tips = (await deps.store.sum({ from: paths.tips(owner.uid) }, [])).count;
  if (tips > mostTipsAtOnce) return fail(problem('export-too-large', { figures: { tips } }));
  return ok(await exportText(deps, owner, format));
}
