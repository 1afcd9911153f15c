import * as v from 'valibot';
import type { DeletionAnswer } from '../../core/api/owner-api';
import { ok, type Result } from '../../core/base/result';
import type { Deps } from '../deps';
import { openToken, signToken, type Secrets } from '../http/signed-token';
import { stored } from '../store/stored';

const purpose = 'deletion';
const content = v.strictObject({ uid: v.string() });

/** The right to ask how far the deletion of an account is, and nothing else: the account itself cannot ask any more when it is gone. */
export const signTicket = (secrets: Secrets, uid: string): string => signToken(secrets, purpose, { uid });

/** The state of the deletion that a ticket names. */
export async function deletionState(
  { store, config }: Pick<Deps, 'store' | 'config'>,
  ticket: string | undefined,
): Promise<Result<DeletionAnswer>> {
  const opened = v.safeParse(content, ticket && openToken(config.secrets, purpose, ticket));
  const leaving = opened.success ? await store.read(stored.leaving(opened.output.uid)) : undefined;
  return ok(leaving?.state ?? { name: 'unknown' });
}
