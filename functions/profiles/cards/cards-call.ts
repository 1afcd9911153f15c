import * as v from 'valibot';
import { fail, ok, type Result } from '../../../core/base/result';
import { lookupHandle } from '../../../core/profile/draft';
import { type AdminOptions, commandWords } from '../../admin/command';

/** A parsed command line about cards. `handle`: null = all cards. `yes`: make those anew that differ; otherwise only name them. */
export interface CardsCall {
  readonly handle: string | null;
  readonly yes: boolean;
}

const flag = { type: 'boolean', default: false } as const;
const options = { yes: flag, json: flag, local: flag, as: { type: 'string', default: 'local' } } as const;

export const isCardsCall = ([first]: readonly string[]): boolean => first === 'cards';

/** Reads the words after `npm run admin --`. The problem is one sentence. */
export function parseCardsCall(
  words: readonly string[],
): Result<{ readonly call: CardsCall; readonly options: AdminOptions }, string> {
  const read = commandWords({ args: [...words], options, allowPositionals: true });
  if (!read.ok) return read;
  const { values, positionals } = read.value;
  const [, second, given, ...surplus] = positionals;
  if (second !== 'check' || surplus.length > 0)
    return fail('This verb is written so: npm run admin -- cards check [<handle>]');
  const handle = given === undefined ? null : v.safeParse(lookupHandle, given);
  if (handle?.success === false) return fail(`${given ?? ''} is not a handle.`);
  const { yes, json, local, as } = values;
  return ok({ call: { handle: handle?.output ?? null, yes }, options: { json, local, as } });
}
