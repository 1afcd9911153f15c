import { dequal } from 'dequal/lite';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import * as v from 'valibot';
import type { BlockKind } from '@busker/core/blocks/block';
import { emptyDraft, type Draft } from '@busker/core/profile/draft';
import { draftDocument } from '@busker/core/profile-documents/profile-document';
import type { DraftEdit } from '../data/backend';
import {
  contains,
  isListed,
  mergedEdits,
  pathKey,
  setField,
  valueAt,
  withEdits,
  type Listed,
} from './draft-edit';

/** The value that this tab wrote last. `shown`: the store has confirmed it, so a different value now comes from another tab. */
interface OwnValue {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly shown: boolean;
}

/** By field path. */
type OwnValues = ReadonlyMap<string, OwnValue>;
export const nothingOwn: OwnValues = new Map();

/** A field in which another tab's value replaced this tab's. */
export interface LostField {
  readonly path: readonly string[];
  readonly mine: unknown;
  /** `undefined`: removed together with its link or block. */
  readonly theirs: unknown;
  /** Restores this tab's value. */
  readonly restore: DraftEdit;
  /** The label of the field's link or block; null = the field belongs to none. */
  readonly entry: string | null;
  /** Only of a block, which may have no label. */
  readonly kind?: BlockKind;
  /** This value was not sent when its page was left, and the field was changed elsewhere before the next load. */
  readonly late?: true;
}

/** No value and null are the same: the field is empty. */
const same = (a: unknown, b: unknown): boolean => dequal(a ?? null, b ?? null);

/** Links, blocks and the look are compared field by field, a picture as a whole. Positions merge by design and are not compared. */
function leavesOf(path: readonly string[], value: unknown): readonly OwnValue[] {
  if (path.at(-1) === 'order') return [];
  const isWhole = Array.isArray(value) || path.at(-1) === 'picture';
  const whole = typeof value !== 'object' || value === null || isWhole;
  if (whole) return [{ path, value, shown: false }];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf([...path, key], inner));
}

/** The fields that this tab has written after these edits. A field that this tab removed is not reported as lost. */
export function withOwn(own: OwnValues, edits: readonly DraftEdit[]): OwnValues {
  const next = new Map(own);
  for (const edit of edits) {
    for (const [key, { path }] of own) if (contains(edit.path, path)) next.delete(key);
    if (edit.kind === 'remove') continue;
    for (const leaf of leavesOf(edit.path, edit.value)) next.set(leaf.path.join('.'), leaf);
  }
  return next;
}

const entryAt = (listed: Listed, [field, id]: readonly string[]) =>
  isListed(field) && id !== undefined ? listed[field][id] : undefined;

const nameOf = (entry: ReturnType<typeof entryAt>): Pick<LostField, 'entry' | 'kind'> => ({
  entry: entry?.label ?? null,
  ...(entry && 'kind' in entry && { kind: entry.kind }),
});

/** The draft with all that this tab wrote into one link or block, also what the store has not shown yet. */
const withOwnOf = (draft: Draft, whole: readonly string[], own: OwnValues): Draft =>
  withEdits(
    draft,
    [...own.values()]
      .filter(({ path }) => contains(whole, path))
      .map(({ path, value }) => setField(path, value)),
  );

/** A link or block that is gone, with what this tab has made of it. */
const goneEntry = (path: readonly string[], entry: NonNullable<ReturnType<typeof entryAt>>): LostField => ({
  path,
  mine: entry.label,
  theirs: undefined,
  restore: setField(path, entry),
  ...nameOf(entry),
});

function lostField({ path, value }: OwnValue, own: OwnValues, before: Draft, now: Draft): LostField {
  const whole = path.slice(0, 2);
  const entry = entryAt(before, path) && entryAt(withOwnOf(before, whole, own), path);
  if (entry && !entryAt(now, path)) return goneEntry(whole, entry);
  const name = nameOf(entryAt(now, path));
  return { path, mine: value, theirs: valueAt(now, path), restore: setField(path, value), ...name };
}

/**
 * The fields that this tab lost between two views of the draft. Every write raises the revision: a lower revision means that a write of
 * this tab was refused, which is reported elsewhere.
 */
export function afterView(
  own: OwnValues,
  before: Draft | null,
  now: Draft,
): { readonly own: OwnValues; readonly lost: readonly LostField[] } {
  const next = new Map<string, OwnValue>();
  const lost = new Map<string, LostField>();
  for (const [key, entry] of own) {
    const holdsMine = same(valueAt(now, entry.path), entry.value);
    const taken = entry.shown && !holdsMine && before !== null && now.revision > before.revision;
    if (taken) {
      const field = lostField(entry, own, before, now);
      lost.set(pathKey(field.restore), field);
    }
    next.set(key, { ...entry, shown: holdsMine });
  }
  return { own: next, lost: [...lost.values()] };
}

/** The losses still to report, with the current values. A value that came back is no loss. */
export const stillLost = (lost: readonly LostField[], now: Draft): readonly LostField[] =>
  lost.flatMap((field) => {
    const theirs = valueAt(now, field.path);
    const back = field.restore.kind === 'set' && same(theirs, field.restore.value);
    if (back) return [];
    return same(theirs, field.theirs) ? [field] : [{ ...field, theirs }];
  });

export const withoutWritten = (
  lost: readonly LostField[],
  edits: readonly DraftEdit[],
): readonly LostField[] =>
  lost.filter(({ path }) => !edits.some((edit) => contains(edit.path, path) || contains(path, edit.path)));

const nothingListed: Listed = { links: {}, blocks: {} };

/**
 * The links and blocks that this tab edits, as this tab saw them. A write into a removed link creates an empty link locally, until the store
 * refuses the write. This empty link does not count.
 */
function withEntriesOf(seen: Listed, edits: readonly DraftEdit[], shown: Draft | null): Listed {
  return edits.reduce<Listed>((all, { path: [field, id = ''] }) => {
    const entry = shown && isListed(field) ? shown[field][id] : undefined;
    const isEmpty = !entry || (!('kind' in entry) && (entry.url === '' || entry.label === ''));
    return isEmpty || !isListed(field) ? all : { ...all, [field]: { ...all[field], [id]: entry } };
  }, seen);
}

/** The losses to report for edits whose link or block another tab removed. A new position alone is no loss. */
function removedEntries(edits: readonly DraftEdit[], seen: Listed): readonly LostField[] {
  const own = edits.filter(({ path: [, id, field] }) => id !== undefined && field !== 'order');
  const wholes = new Map(own.map(({ path }) => [path[1], path.slice(0, 2)]));
  return [...wholes.values()].flatMap((whole) => {
    const mine = withEdits(
      { ...emptyDraft, ...seen },
      edits.filter(({ path }) => contains(whole, path)),
    );
    const entry = entryAt(mine, whole);
    return entry ? [goneEntry(whole, entry)] : [];
  });
}

/** Compares each view of the draft with what this tab wrote. `shown`: the store's values, without typed edits. */
export function useLostFields(shown: Draft | null) {
  const own = useRef(nothingOwn);
  const before = useRef<Draft | null>(null);
  const [lost, setLost] = useState<readonly LostField[]>([]);

  const entries = useRef(nothingListed);

  const wrote = useCallback((edits: readonly DraftEdit[]) => {
    entries.current = withEntriesOf(entries.current, edits, before.current);
    own.current = withOwn(own.current, edits);
    setLost((losses) => (losses.length === 0 ? losses : withoutWritten(losses, edits)));
  }, []);
  const strayed = useCallback((edits: readonly DraftEdit[]) => {
    const gone = removedEntries(edits, entries.current);
    setLost((losses) => [
      ...withoutWritten(
        losses,
        gone.map(({ restore }) => restore),
      ),
      ...gone,
    ]);
  }, []);
  const cameLate = useCallback(
    (fields: readonly LostField[]) =>
      setLost((losses) => [
        ...withoutWritten(
          losses,
          fields.map(({ restore }) => restore),
        ),
        ...fields,
      ]),
    [],
  );
  const letGo = useCallback(
    (field: LostField) => setLost((losses) => losses.filter((other) => other !== field)),
    [],
  );
  useEffect(() => {
    if (!shown) return;
    const next = afterView(own.current, before.current, shown);
    own.current = next.own;
    before.current = shown;
    setLost((losses) =>
      losses.length + next.lost.length === 0 ? losses : stillLost([...losses, ...next.lost], shown),
    );
  }, [shown]);

  return { lost, wrote, strayed, cameLate, letGo };
}

const newValue = (edit: DraftEdit): unknown => (edit.kind === 'set' ? edit.value : undefined);

/**
 * What becomes of edits that come late. `send`: their fields are as they were before the edit. `refused`: somewhere else their field was changed or
 * their link or block was removed meanwhile, so the owner decides. A position in the list is always sent, as between two tabs.
 */
export function sortUnsent(
  unsent: UnsentEdits,
  now: Draft,
): { readonly send: readonly DraftEdit[]; readonly refused: readonly LostField[] } {
  const send: DraftEdit[] = [];
  const refused = new Map<string, LostField>();
  for (const edit of unsent.edits) {
    const current = valueAt(now, edit.path);
    const mine = newValue(edit);
    const isGone = isListed(edit.path[0]) && edit.path.length > 2 && !entryAt(now, edit.path);
    if (isGone) {
      const whole = edit.path.slice(0, 2);
      if (edit.path.at(-1) === 'order') continue;
      const within = unsent.edits.filter((other) => contains(whole, other.path));
      const restored = entryAt(withEdits(unsent.base, within), whole);
      if (restored) refused.set(whole.join('.'), { ...goneEntry(whole, restored), late: true });
    } else if (same(current, mine)) continue;
    else if (edit.path.at(-1) === 'order' || same(current, valueAt(unsent.base, edit.path))) send.push(edit);
    else {
      refused.set(edit.path.join('.'), {
        path: edit.path,
        mine,
        theirs: current,
        restore: edit,
        ...nameOf(entryAt(now, edit.path) ?? entryAt(unsent.base, edit.path)),
        late: true,
      });
    }
  }
  return { send, refused: [...refused.values()] };
}

/** Edits that were not sent when a page was left, and the draft on which they were made. */
export interface UnsentEdits {
  readonly edits: readonly DraftEdit[];
  readonly base: Draft;
}

const path = v.pipe(v.array(v.string()), v.minLength(1));
const stored = v.object({
  edits: v.array(
    v.variant('kind', [
      v.object({ kind: v.literal('set'), path, value: v.unknown() }),
      v.object({ kind: v.literal('remove'), path }),
    ]),
  ),
  base: v.unknown(),
});

function read(text: string | null): UnsentEdits | null {
  try {
    const parsed = v.safeParse(stored, JSON.parse(text ?? 'null'));
    const base = parsed.success ? draftDocument.decode(parsed.output.base) : null;
    return parsed.success && base?.ok ? { edits: parsed.output.edits, base: base.value } : null;
  } catch {
    return null;
  }
}

/** Every page writes an entry of its own, so that two tabs do not overwrite each other's. */
const entryOf = (uid: string, page: string): string => `busker-unsent ${uid} ${page}`;

/** A page holds this lock until it is left or killed: only then another page may send its edits. */
const lockOf = (page: string): string => `busker-unsent ${page}`;

/** The browser's parts that the edits need; a test passes its own. Without locks, every other page counts as left. */
export interface PlaceOfUnsent {
  readonly storage: Storage;
  readonly locks: Pick<LockManager, 'request'> | undefined;
}

const ofBrowser = (): PlaceOfUnsent => ({ storage: localStorage, locks: navigator.locks });

/**
 * Keeps the unsent edits of this page in the browser, because the store may lose them when the page is left. Where storage is blocked it keeps
 * nothing.
 */
export class UnsentKeeper {
  readonly #uid: string;
  readonly #page: string = crypto.randomUUID();
  readonly #place: () => PlaceOfUnsent;
  #release: () => void = () => {};

  constructor(uid: string, place: () => PlaceOfUnsent = ofBrowser) {
    this.#uid = uid;
    this.#place = place;
  }

  /** Until the returned function is called, and while the page is not left, other pages leave its edits alone. */
  hold(): () => void {
    const hold = () => {
      const left = new Promise<void>((resolve) => (this.#release = resolve));
      this.#tried(({ locks }) => void locks?.request(lockOf(this.#page), () => left).catch(() => {}));
    };
    const release = () => this.#release();
    const shown = ({ persisted }: PageTransitionEvent) => persisted && hold();
    hold();
    window.addEventListener('pagehide', release);
    window.addEventListener('pageshow', shown);
    return () => {
      release();
      window.removeEventListener('pagehide', release);
      window.removeEventListener('pageshow', shown);
    };
  }

  keep({ edits, base }: UnsentEdits): void {
    const entry = entryOf(this.#uid, this.#page);
    this.#tried(({ storage }) => {
      if (edits.length === 0) storage.removeItem(entry);
      else storage.setItem(entry, JSON.stringify({ edits, base }));
    });
  }

  /** The edits of pages that are gone. `taken` forgets them; call it when they are safe elsewhere. */
  async found(): Promise<readonly (UnsentEdits & { readonly taken: () => void })[]> {
    const start = entryOf(this.#uid, '');
    const entries = this.#tried(({ storage }) => Object.keys(storage)) ?? [];
    const pages = entries
      .filter((entry) => entry.startsWith(start))
      .map((entry) => entry.slice(start.length))
      .filter((page) => page !== this.#page);
    const gone = await Promise.all(pages.map((page) => this.#isGone(page)));
    return pages.flatMap((page, at) => {
      const entry = entryOf(this.#uid, page);
      const unsent = gone[at] === true && read(this.#tried(({ storage }) => storage.getItem(entry)) ?? null);
      const taken = () => {
        this.#tried(({ storage }) => storage.removeItem(entry));
      };
      return unsent ? [{ ...unsent, taken }] : [];
    });
  }

  /** After the owner has signed out: nothing of theirs stays in this browser. */
  forget(): void {
    const start = entryOf(this.#uid, '');
    this.#tried(({ storage }) => {
      for (const place of [storage, sessionStorage])
        for (const entry of Object.keys(place)) if (entry.startsWith(start)) place.removeItem(entry);
    });
  }

  async #isGone(page: string): Promise<boolean> {
    const asked = this.#tried(({ locks }) =>
      locks?.request(lockOf(page), { ifAvailable: true }, async (lock) => lock !== null),
    );
    return (await asked?.catch(() => true)) ?? true;
  }

  #tried<T>(work: (place: PlaceOfUnsent) => T): T | undefined {
    try {
      return work(this.#place());
    } catch {
      // Storage is blocked or full: the edits last as long as the page.
      return undefined;
    }
  }
}

/** Edits that could be lost with the page: a store with a lasting copy writes to it a moment later. */
export function useUnsent(uid: string): OpenEdits {
  const keeper = useMemo(() => new UnsentKeeper(uid), [uid]);
  useEffect(() => keeper.hold(), [keeper]);
  return useMemo(() => new OpenEdits(keeper), [keeper]);
}

/** The edits that are not safe yet, and the draft before the first of them. */
class OpenEdits {
  readonly #keeper: UnsentKeeper;
  #open: readonly DraftEdit[] = [];
  #shown: Draft | null = null;
  #base: Draft | null = null;
  #isOver = false;
  #hasRead = false;

  constructor(keeper: UnsentKeeper) {
    this.#keeper = keeper;
  }

  saw(draft: Draft): void {
    this.#shown = draft;
    if (this.#open.length === 0) this.#base = draft;
  }

  sent(edits: readonly DraftEdit[]): void {
    this.#open = [...this.#open, ...edits];
    this.#keep();
  }

  /** A refused edit is answered too: sent again at the next load, it would be refused again. */
  answered(edits: readonly DraftEdit[]): void {
    this.#open = this.#open.filter((edit) => !edits.includes(edit));
    this.#keep();
  }

  forget(): void {
    this.#isOver = true;
    this.#keeper.forget();
  }

  /** Once, after the first answer of the server. `take` gets the edits of each page that is gone. */
  async takeFound(take: (found: UnsentEdits) => void): Promise<void> {
    if (this.#hasRead) return;
    this.#hasRead = true;
    for (const found of await this.#keeper.found()) {
      take(found);
      found.taken();
    }
  }

  #keep(): void {
    if (this.#open.length === 0) this.#base = this.#shown;
    if (this.#base && !this.#isOver) this.#keeper.keep({ edits: mergedEdits(this.#open), base: this.#base });
  }
}
