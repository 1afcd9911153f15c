import * as v from 'valibot';
import { draftDocument } from '@busker/core/profile-documents/profile-document';
import { type Draft } from '@busker/core/profile/draft';
import type { DraftEdit } from '../data/backend';

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
 * Keeps the unsent edits of this page in the browser, for a store that forgets them when the page is left. Where storage is blocked it keeps
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
