import * as v from 'valibot';
import { fail, ok, type Result } from '@busker/core/base/result';
import { cardDocument } from '@busker/core/profile-documents/profile-document';
import { collections } from '@busker/core/documents/documents';
import { lookupHandle } from '@busker/core/profile/draft';
import type { Decider } from '@busker/core/moderation/standing';
import { actedBy, recordAct } from '../admin/audit';
import { commandWords, type AdminOptions, type AdminOutcome, type AdminVerb } from '../admin/command';
import type { Deps } from '../deps';
import { differingParts } from '../profile-cache/compare-cache';
import { allDocuments } from '../store/store';

/** A parsed command line about entries. `handle`: null = all entries. `yes`: make those anew that differ; otherwise only name them. */
interface CacheCall {
  readonly handle: string | null;
  readonly yes: boolean;
}

const flag = { type: 'boolean', default: false } as const;
const options = { yes: flag, local: flag, as: { type: 'string', default: 'local' } } as const;

export const isCacheCall = ([first]: readonly string[]): boolean => first === 'cards';

/** Reads the words after `npm run admin --`. The problem is one sentence. */
export function parseCacheCall(
  words: readonly string[],
): Result<{ readonly call: CacheCall; readonly options: AdminOptions }, string> {
  const read = commandWords({ args: [...words], options, allowPositionals: true });
  if (!read.ok) return read;
  const { values, positionals } = read.value;
  const [, second, given, ...surplus] = positionals;
  if (second !== 'check' || surplus.length > 0)
    return fail('This verb is written so: npm run admin -- cards check [<handle>]');
  const handle = given === undefined ? null : v.safeParse(lookupHandle, given);
  if (handle?.success === false) return fail(`${given ?? ''} is not a handle.`);
  const { yes, local, as } = values;
  return ok({ call: { handle: handle?.output ?? null, yes }, options: { local, as } });
}

async function* handlesOf({ store }: Deps, handle: string | null): AsyncGenerator<string> {
  if (handle !== null) yield handle;
  else
    for await (const { path } of allDocuments(store, collections.cards, (data) => cardDocument.decode(data)))
      yield path.slice(collections.cards.length + 1);
}

/**
 * Compares every entry with a fresh making of it, in a transaction each. Without `yes` it only names those that differ. Entries that no longer count are
 * passed over: the next view makes them anew.
 */
export async function runCacheCall(
  deps: Deps,
  who: Decider,
  { handle, yes }: CacheCall,
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

/** The verbs of `npm run admin` about the documents that views read. */
export const cardVerbs = [
  {
    name: 'cards check',
    takes: '[<handle>]',
    says: 'compares each card, which is what one view of a profile reads, with a fresh making; with `--yes` it makes those anew that differ',
    writes: true,
  },
] as const satisfies readonly AdminVerb[];
