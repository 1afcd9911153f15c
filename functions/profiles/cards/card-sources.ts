import { paths } from '../../../core/documents/documents';
import type { HandleClaim } from '../../../core/documents/handle-document';
import type { PaymentsState } from '../../../core/money/payments-state';
import type { Standing } from '../../../core/profile/standing';
import type { StoredProfile } from '../../../core/profile/stored-profile';
import type { Stored } from '../../store/store';
import { stored } from '../../store/stored';

/** Documents of which cards are made, by owner and by handle. Undefined = the document is missing; no entry = it was not read. */
export interface KnownSources {
  readonly profiles: Map<string, StoredProfile | undefined>;
  readonly payments: Map<string, PaymentsState | undefined>;
  readonly standings: Map<string, Standing | undefined>;
  readonly claims: Map<string, HandleClaim | undefined>;
}

export const noSources = (): KnownSources => ({
  profiles: new Map(),
  payments: new Map(),
  standings: new Map(),
  claims: new Map(),
});

/** Whether a card is made of the document at this path. */
export const isSource = (path: string): boolean => kindOf(path) !== null;

function kindOf(path: string): { readonly kind: keyof KnownSources; readonly id: string } | null {
  const [, id = ''] = path.split('/');
  if (path === paths.profile(id)) return { kind: 'profiles', id };
  if (path === paths.payments(id)) return { kind: 'payments', id };
  if (path === paths.standing(id)) return { kind: 'standings', id };
  if (path === paths.handle(id)) return { kind: 'claims', id };
  return null;
}

/** Adds a document that was read or written. Other documents are passed over. */
export function note<T>(known: KnownSources, doc: Stored<T>, value: T | undefined): void {
  const source = kindOf(doc.path);
  if (source === null) return;
  const { kind, id } = source;
  // The path decides the type, but the compiler knows only T. Encoding and decoding again gives the right type.
  const as = <S>({ decode }: Stored<S>) => (value === undefined ? undefined : decode(doc.encode(value)));
  if (kind === 'profiles') known.profiles.set(id, as(stored.profile(id)));
  else if (kind === 'payments') known.payments.set(id, as(stored.payments(id)));
  else if (kind === 'standings') known.standings.set(id, as(stored.standing(id)));
  else known.claims.set(id, as(stored.handle(id)));
}

/** Adds that the document at this path is removed. */
export function noteRemoved(known: KnownSources, path: string): void {
  const source = kindOf(path);
  if (source !== null) known[source.kind].set(source.id, undefined);
}
