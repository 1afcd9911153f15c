/** Where the ids of shown alerts are kept. Real: localStorage; in tests a text in memory. */
export interface Memory {
  read(): string | null;
  write(text: string): void;
}

/** Milliseconds that an id is kept: as long as the alerts themselves. */
const lifetime = 24 * 60 * 60_000;
const mostKept = 5000;

type Kept = readonly (readonly [id: string, at: number])[];

function parsed(text: string | null): Kept {
  try {
    const read: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(read) ? read.filter(isKept) : [];
  } catch {
    return [];
  }
}

const isKept = (each: unknown): each is Kept[number] =>
  Array.isArray(each) && typeof each[0] === 'string' && typeof each[1] === 'number';

/** The alerts that have begun to show, also before a reload or a crash. */
export class Seen {
  private readonly ids: Map<string, number>;

  constructor(
    private readonly memory: Memory,
    private readonly now: () => number,
  ) {
    this.ids = new Map(parsed(memory.read()));
  }

  has(id: string): boolean {
    return this.ids.has(id);
  }

  /** Kept at once: a page that ends in the middle of an alert must not repeat it. */
  add(ids: readonly string[]): void {
    this.reload();
    for (const id of ids) this.ids.set(id, this.now());
    const old = this.now() - lifetime;
    for (const [id, at] of this.ids) if (at < old) this.ids.delete(id);
    for (const id of this.ids.keys()) {
      if (this.ids.size <= mostKept) break;
      this.ids.delete(id);
    }
    this.memory.write(JSON.stringify([...this.ids]));
  }

  /** Another source of the same stream may have shown something meanwhile. */
  reload(): void {
    for (const [id, at] of parsed(this.memory.read())) if (!this.ids.has(id)) this.ids.set(id, at);
  }
}

/** Keeps nothing when the browser forbids storage: then a reload may repeat what is younger than the replay window. */
export const browserMemory = (key: string): Memory => ({
  read() {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write(text) {
    try {
      localStorage.setItem(key, text);
    } catch {
      // Full or forbidden.
    }
  },
});
