import { paths } from '@busker/core/documents/documents';
import {
  makeCachedProfile,
  type HandleClaim,
  type CachedProfile,
} from '@busker/core/profile-documents/profile-document';
import { publicPayments, type PaymentsState } from '@busker/core/payments/payments-state';
import type { Standing } from '@busker/core/moderation/standing';
import type { StoredProfile } from '@busker/core/profile/profile';
import type { Clock } from '../clock';
import { passingOn, stored, type Store, type Stored, type Transaction, type Writes } from '../store/store';

/** Documents of which entries are made, by owner and by handle. Undefined = the document is missing; no entry = it was not read. */
interface KnownSources {
  readonly profiles: Map<string, StoredProfile | undefined>;
  readonly payments: Map<string, PaymentsState | undefined>;
  readonly standings: Map<string, Standing | undefined>;
  readonly claims: Map<string, HandleClaim | undefined>;
}

const noSources = (): KnownSources => ({
  profiles: new Map(),
  payments: new Map(),
  standings: new Map(),
  claims: new Map(),
});

/** Whether an entry is made of the document at this path. */
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
function note<T>(known: KnownSources, doc: Stored<T>, value: T | undefined): void {
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
function noteRemoved(known: KnownSources, path: string): void {
  const source = kindOf(path);
  if (source !== null) known[source.kind].set(source.id, undefined);
}

/** An entry as it was read. Null = the handle leads nowhere. */
export interface ReadProfile {
  readonly card: CachedProfile | null;
  /** When it was read (epoch milliseconds). The age of an answer counts from then. */
  readonly readAt: number;
}

const keptForMs = 10_000;

/** An entry is about 3 kB, so that these take a few megabytes. */
const mostEntries = 1000;

/**
 * The entries that this instance has read in the last ten seconds, by handle: many views of one profile, or of an unknown handle, read the store once.
 * A change that this instance makes is seen at once. One by another instance is seen ten seconds later, and the answer's `s-maxage` is shorter by
 * the entry's age, so that shared caches forget a removed profile as early as without this.
 */
export class RecentProfiles {
  private readonly cards = new Map<string, ReadProfile>();
  private changes = 0;

  constructor(
    private readonly clock: Clock,
    private readonly most: number = mostEntries,
  ) {}

  find(handle: string): ReadProfile | undefined {
    const known = this.cards.get(handle);
    return known !== undefined && this.clock.now() - known.readAt < keptForMs ? known : undefined;
  }

  /** Reads an entry and keeps it, unless an entry was changed meanwhile: then the one that was read may be the earlier one. */
  async keep(handle: string, read: () => Promise<ReadProfile>): Promise<ReadProfile> {
    const { changes } = this;
    const found = await read();
    if (changes !== this.changes) return found;
    this.cards.delete(handle);
    this.cards.set(handle, found);
    const [oldest] = this.cards.keys();
    if (this.cards.size > this.most && oldest !== undefined) this.cards.delete(oldest);
    return found;
  }

  forget(handles: Iterable<string>): void {
    this.changes += 1;
    for (const handle of handles) this.cards.delete(handle);
  }

  forgetAll(): void {
    this.forget([...this.cards.keys()]);
  }
}

type Reads = Pick<Transaction, 'readAll'>;

interface ChangedEntries {
  /** By handle; null = the handle leads nowhere now. */
  readonly entries: ReadonlyMap<string, CachedProfile | null>;
  /** Owners whose profile is not shown any more. Their walls go too. */
  readonly gone: readonly string[];
}

const nothing: ChangedEntries = { entries: new Map(), gone: [] };

/**
 * The entries of every handle whose sources a transaction changes. Reads the sources that the transaction has not
 * read itself. Nothing is read when nothing changes that an entry shows, as after the daily check of an account.
 */
async function changedEntries(
  tx: Reads,
  before: KnownSources,
  after: KnownSources,
  now: number,
): Promise<ChangedEntries> {
  await load(tx, before.claims, [...after.claims.keys()], stored.handle);
  const owners = changedOwners(before, after);
  await load(tx, before.profiles, owners, stored.profile);
  const current = <T>(kind: (known: KnownSources) => Map<string, T | undefined>, id: string) =>
    kind(after).has(id) ? kind(after).get(id) : kind(before).get(id);
  const handles = owners.map((uid) => ({ uid, names: handlesOf(before, after, uid) }));
  if (handles.every(({ names }) => names.length === 0)) return nothing;
  await load(tx, before.payments, owners, stored.payments);
  await load(tx, before.standings, owners, stored.standing);
  const names = handles.flatMap((each) => each.names);
  await load(tx, before.claims, names, stored.handle);
  const entries = new Map<string, CachedProfile | null>();
  const gone: string[] = [];
  for (const { uid, names } of handles) {
    const profile = current(({ profiles }) => profiles, uid);
    const payments = current((known) => known.payments, uid);
    const standing = current(({ standings }) => standings, uid);
    for (const name of names) {
      const claim = current(({ claims }) => claims, name);
      // A handle of the profile that another owner has by now: that owner's entry stays.
      if (claim !== undefined && claim.uid !== uid) continue;
      entries.set(name, makeCachedProfile({ claim, profile, payments, standing }, now));
    }
    const isShown = names.some((name) => entries.get(name)?.kind === 'shown');
    if (names.length > 0 && !isShown) gone.push(uid);
  }
  return { entries, gone };
}

/** The owners of the documents that the transaction changes, as far as an entry shows the change. */
function changedOwners(before: KnownSources, after: KnownSources): readonly string[] {
  const owners = [
    ...changed(before.profiles, after.profiles, (profile: StoredProfile) => profile),
    ...changed(before.payments, after.payments, (payments: PaymentsState) => publicPayments(payments)),
    ...changed(before.standings, after.standings, (standing) => standing),
  ];
  for (const handle of changed(before.claims, after.claims, (claim) => claim)) {
    for (const claims of [before.claims, after.claims]) {
      const uid = claims.get(handle)?.uid;
      if (uid !== undefined) owners.push(uid);
    }
  }
  return [...new Set(owners)];
}

/** The ids of documents whose shown part is another one now, or whose earlier state is not known. */
function changed<T>(
  before: ReadonlyMap<string, T | undefined>,
  after: ReadonlyMap<string, T | undefined>,
  shown: (value: T) => unknown,
): readonly string[] {
  const text = (value: T | undefined) => (value === undefined ? undefined : JSON.stringify(shown(value)));
  return [...after.keys()].filter((id) => !before.has(id) || text(before.get(id)) !== text(after.get(id)));
}

/** Every handle that leads to the owner's profile before or after the change, and those whose claim changes. */
function handlesOf(before: KnownSources, after: KnownSources, uid: string): readonly string[] {
  const ofProfile = [before.profiles.get(uid), after.profiles.get(uid)].flatMap((profile) =>
    profile === undefined ? [] : [profile.handle, ...profile.aliases],
  );
  const claimed = [...after.claims.keys()].filter((handle) =>
    [before.claims, after.claims].some((claims) => claims.get(handle)?.uid === uid),
  );
  return [...new Set([...ofProfile, ...claimed])];
}

async function load<T>(
  tx: Reads,
  known: Map<string, T | undefined>,
  ids: readonly string[],
  doc: (id: string) => Stored<T>,
): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => !known.has(id));
  if (missing.length === 0) return;
  const values = await tx.readAll(missing.map(doc));
  for (const [index, id] of missing.entries()) known.set(id, values[index]);
}

interface Keeping {
  readonly recentProfiles: RecentProfiles;
  readonly clock: Clock;
}

/**
 * The same store, whose transactions also write the entries of the profiles, payments states, standings and handles that they change, and remove the
 * wall of a profile that is not shown any more. It is done here and not by each caller, so that no caller can forget it: a forgotten entry would show a
 * profile that the host has taken away.
 */
export function keepingCache(store: Store, keeping: Keeping): Store {
  return {
    ...passingOn(store),
    commit: (conditions, work) => store.commit(conditions, withoutSources(work)),
    transaction: withCache((work) => store.transaction(work), keeping),
  };
}

/** The same transactions, with entries. */
function withCache(transact: Store['transaction'], { recentProfiles, clock }: Keeping): Store['transaction'] {
  return async (work) => {
    let changed: ReadonlyMap<string, CachedProfile | null> = new Map();
    try {
      return await transact(async (tx) => {
        const watched = watching(tx);
        const result = await work(watched.tx);
        changed = await watched.end(clock.now());
        return result;
      });
    } finally {
      // Even after an error: the answer may have been lost after everything was written.
      if (changed.size > 0) recentProfiles.forget(changed.keys());
    }
  };
}

/** The same writes of a commit. A commit cannot read the other sources of an entry, so that it may change none. */
function withoutSources(work: (writes: Writes) => void): (writes: Writes) => void {
  const refuse = (path: string) => {
    if (isSource(path)) throw new Error(`${path} must be changed in a transaction, which writes its cards`);
  };
  return (writes) =>
    work({
      write: (doc, value) => {
        refuse(doc.path);
        writes.write(doc, value);
      },
      add: (path, by, set) => {
        refuse(path);
        writes.add(path, by, set);
      },
      remove: (path) => {
        refuse(path);
        writes.remove(path);
      },
    });
}

interface Watched {
  readonly tx: Transaction;
  /** Reads what the entries need, then passes on all writes. */
  readonly end: (now: number) => Promise<ReadonlyMap<string, CachedProfile | null>>;
}

/** Holds the writes of a transaction until its end, because a transaction cannot read after its first write. */
function watching(inner: Transaction): Watched {
  const before = noSources();
  const after = noSources();
  const writes: (() => void)[] = [];
  const readAll = async <T>(docs: readonly Stored<T>[]) => {
    if (writes.length > 0) throw new Error('A transaction reads before it writes');
    const values = await inner.readAll(docs);
    for (const [index, doc] of docs.entries()) note(before, doc, values[index]);
    return values;
  };
  return {
    tx: {
      readAll,
      read: async (doc) => (await readAll([doc]))[0],
      write: (doc, value) => {
        note(after, doc, value);
        writes.push(() => inner.write(doc, value));
      },
      add: (path, by, set) => {
        if (isSource(path)) throw new Error(`${path} must be written whole, because cards contain it`);
        writes.push(() => inner.add(path, by, set));
      },
      remove: (path) => {
        noteRemoved(after, path);
        writes.push(() => inner.remove(path));
      },
    },
    end: async (now) => {
      const { entries, gone } = await changedEntries(inner, before, after, now);
      for (const write of writes) write();
      for (const [handle, entry] of entries) {
        if (entry === null) inner.remove(paths.card(handle));
        else inner.write(stored.card(handle), entry);
      }
      for (const uid of gone) inner.remove(paths.wall(uid));
      return entries;
    },
  };
}
