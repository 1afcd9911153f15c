import type { Caller, RulesGate } from '../access/rules-gate';
import type { DocumentChange, StoredDocument } from '../documents/stored-document';
import type { Database } from '../engine/database';
import { parseQuery, type Query } from '../query/parse-query';
import { compileQuery, type CompiledQuery } from '../query/run-query';
import type { RpcContext } from '../rpc/service';
import { parseDocumentName } from '../values/names';
import { invalid } from '../values/status';
import type { Micros } from '../values/values';
import type { StructuredQuery, TargetMessage } from '../wire/messages';

/** The changes for a listener: documents that are in its result, and names that no longer are. */
export interface Delta {
  readonly present: readonly StoredDocument[];
  /** `now` is the document's present version, null when it does not exist. */
  readonly gone: readonly { readonly path: string; readonly now: StoredDocument | null }[];
}

const NO_DELTA: Delta = { present: [], gone: [] };

/** The difference of two results: new, changed and removed documents. */
function windowDelta(
  before: readonly StoredDocument[],
  after: readonly StoredDocument[],
  current: (path: string) => StoredDocument | null,
): Delta {
  const known = new Map(before.map((document) => [document.path, document]));
  const kept = new Set(after.map(({ path }) => path));
  return {
    present: after.filter((document) => known.get(document.path) !== document),
    gone: before.filter(({ path }) => !kept.has(path)).map(({ path }) => ({ path, now: current(path) })),
  };
}

const NOW: ReadonlyMap<string, StoredDocument | null> = new Map();

/** The result of a query for a listener, updated from the changed documents where that is enough. */
interface WatchedQuery {
  /** The full result, for a new listener. */
  start(): Delta;
  /** The changes since a time; null when they are no longer known exactly. */
  since(time: Micros): Delta | null;
  /** The possible changes since a time before the last restart. The count tells the client about the rest. */
  guessSince(time: Micros): Delta;
  update(changes: readonly DocumentChange[]): Delta;
  count(): number;
}

/** A query without limit and offset: each changed document alone decides whether it is in the result. */
class UnlimitedQuery implements WatchedQuery {
  constructor(
    private readonly database: Database,
    private readonly compiled: CompiledQuery,
  ) {}

  start(): Delta {
    return { present: this.database.run(this.compiled, NOW), gone: [] };
  }

  since(time: Micros): Delta | null {
    if (!this.database.remembers(time)) return null;
    const changes = [...this.database.statesAt(time)].map(([path, before]) => ({
      path,
      before,
      after: this.database.tree.get(path),
    }));
    return this.update(changes.filter(({ before, after }) => before !== after));
  }

  guessSince(time: Micros): Delta {
    const { matches } = this.compiled;
    const changed = this.database.run(this.compiled, NOW).filter(({ updateTime }) => updateTime > time);
    const left = [...this.database.tree.documents()].filter(
      (document) => document.updateTime > time && !matches(document),
    );
    return { present: changed, gone: left.map((now) => ({ path: now.path, now })) };
  }

  update(changes: readonly DocumentChange[]): Delta {
    const present: StoredDocument[] = [];
    const gone: Delta['gone'][number][] = [];
    for (const { path, before, after } of changes) {
      if (after !== null && this.compiled.matches(after)) present.push(after);
      else if (before !== null && this.compiled.matches(before)) gone.push({ path, now: after });
    }
    return { present, gone };
  }

  count(): number {
    return this.database.run(this.compiled, NOW).length;
  }
}

/** A query with a limit or an offset keeps its window. It runs again only when the window may have changed. */
class WindowQuery implements WatchedQuery {
  private window: readonly StoredDocument[] = [];

  constructor(
    private readonly database: Database,
    private readonly compiled: CompiledQuery,
  ) {}

  start(): Delta {
    this.window = this.database.run(this.compiled, NOW);
    return { present: this.window, gone: [] };
  }

  since(time: Micros): Delta | null {
    if (!this.database.remembers(time)) return null;
    const before = this.database.run(this.compiled, this.database.statesAt(time));
    this.window = this.database.run(this.compiled, NOW);
    return this.delta(before);
  }

  guessSince(): Delta {
    return this.start();
  }

  update(changes: readonly DocumentChange[]): Delta {
    if (!changes.some((change) => this.touches(change))) return { present: [], gone: [] };
    const before = this.window;
    this.window = this.database.run(this.compiled, NOW);
    return this.delta(before);
  }

  count(): number {
    return this.window.length;
  }

  private delta(before: readonly StoredDocument[]): Delta {
    return windowDelta(before, this.window, (path) => this.database.tree.get(path));
  }

  /** Whether a change may affect the window: the document is inside it, or sorts before its end. */
  private touches({ before, after }: DocumentChange): boolean {
    const { matches, compare, query } = this.compiled;
    const last = this.window.at(-1);
    const full = query.limit !== null && this.window.length >= query.limit;
    const reaches = (document: StoredDocument | null): boolean =>
      document !== null && matches(document) && (!full || last === undefined || compare(document, last) <= 0);
    return reaches(before) || reaches(after);
  }
}

/** The changes that affect a target. */
type Interest =
  | { readonly kind: 'documents'; readonly paths: readonly string[] }
  | { readonly kind: 'query'; readonly query: Query };

/** One document list or query that a client listens to. */
export interface Target {
  readonly interest: Interest;
  /** Throws when the rules deny the target at present, or when no declared index can answer its query. */
  authorize(): void;
  start(): Delta;
  since(time: Micros): Delta;
  update(changes: readonly DocumentChange[]): Delta;
  /** The number of documents in the result. */
  count(): number;
}

class DocumentsTarget implements Target {
  readonly interest: Interest;

  constructor(
    private readonly database: Database,
    private readonly paths: readonly string[],
    private readonly gate: RulesGate,
    private readonly caller: Caller,
  ) {
    this.interest = { kind: 'documents', paths };
  }

  authorize(): void {
    for (const path of this.paths)
      this.gate.get(this.caller, this.database, path, this.database.tree.get(path));
  }

  start(): Delta {
    const found = this.paths.map((path) => ({ path, now: this.database.tree.get(path) }));
    return {
      present: found.flatMap(({ now }) => (now === null ? [] : [now])),
      gone: found.filter(({ now }) => now === null),
    };
  }

  since(time: Micros): Delta {
    const all = this.start();
    return { present: all.present.filter(({ updateTime }) => updateTime > time), gone: all.gone };
  }

  update(changes: readonly DocumentChange[]): Delta {
    this.authorize();
    return {
      present: changes.flatMap(({ after }) => (after === null ? [] : [after])),
      gone: changes.filter(({ after }) => after === null).map(({ path }) => ({ path, now: null })),
    };
  }

  count(): number {
    return this.paths.filter((path) => this.database.tree.get(path) !== null).length;
  }
}

class QueryTarget implements Target {
  readonly interest: Interest;
  private readonly watched: WatchedQuery;

  constructor(
    private readonly database: Database,
    private readonly query: Query,
    private readonly message: StructuredQuery,
    private readonly context: RpcContext,
  ) {
    this.interest = { kind: 'query', query };
    const Watched = query.limit === null && query.offset === 0 ? UnlimitedQuery : WindowQuery;
    this.watched = new Watched(database, compileQuery(query));
  }

  authorize(): void {
    const { gate, caller, checkIndexes } = this.context;
    gate.list(caller, this.database, this.query.parent, this.message);
    checkIndexes(this.query);
  }

  start(): Delta {
    return this.watched.start();
  }

  since(time: Micros): Delta {
    return this.watched.since(time) ?? this.watched.guessSince(time);
  }

  update(changes: readonly DocumentChange[]): Delta {
    return changes.length === 0 ? NO_DELTA : this.watched.update(changes);
  }

  count(): number {
    return this.watched.count();
  }
}

export function makeTarget(database: Database, context: RpcContext, message: TargetMessage): Target {
  if (message.documents !== undefined) {
    const paths = (message.documents.documents ?? []).map((name) => {
      const resource = parseDocumentName(name);
      if (resource.database !== database.name) throw invalid(`Document "${name}" is of another database.`);
      return resource.path;
    });
    if (paths.length === 0) throw invalid('A documents target needs at least one document.');
    return new DocumentsTarget(database, paths, context.gate, context.caller);
  }
  const { parent, structuredQuery } = message.query ?? {};
  if (structuredQuery === undefined) throw invalid('A target needs a query or documents.');
  const query = parseQuery(parent ?? '', structuredQuery);
  if (query.database !== database.name) throw invalid(`Parent "${parent}" is of another database.`);
  return new QueryTarget(database, query, structuredQuery, context);
}
