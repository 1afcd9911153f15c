import { decodeAppeal } from '../../core/documents/appeal-document';
import { collections } from '../../core/documents/documents';
import type { Appeal } from '../../core/report/report';
import type { Deps } from '../deps';
import { allDocuments } from '../store/all-documents';

const mostAnswered = 50;

/** Objections: those without an answer, the oldest first; then the last that were answered, the newest first. */
export async function allAppeals({ store }: Pick<Deps, 'store'>): Promise<{
  readonly open: readonly Appeal[];
  readonly answered: readonly Appeal[];
}> {
  const found: Appeal[] = [];
  // There are few: each is erased a year after its answer.
  for await (const { value } of allDocuments(store, collections.appeals, decodeAppeal)) found.push(value);
  return {
    open: found.filter(({ answer }) => answer === null).toSorted((a, b) => a.madeAt - b.madeAt),
    answered: found
      .filter(({ answer }) => answer !== null)
      .toSorted((a, b) => (b.answer?.at ?? 0) - (a.answer?.at ?? 0))
      .slice(0, mostAnswered),
  };
}
