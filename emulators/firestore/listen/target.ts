import type { Caller } from '../access/caller';
import type { RulesGate } from '../access/rules-gate';
import type { Database } from '../engine/database';
import type { DocumentChange } from '../engine/stored-document';
import { compileQuery } from '../query/compile-query';
import { parseQuery } from '../query/parse-query';
import type { Query } from '../query/query';
import type { RpcContext } from '../rpc/service';
import { invalid } from '../status';
import type { Micros } from '../values/instant';
import { parseDocumentName } from '../values/resource-name';
import type { StructuredQuery, TargetMessage } from '../wire/messages';
import { type Delta, NO_DELTA } from './target-delta';
import { UnlimitedQuery, type WatchedQuery, WindowQuery } from './watched-query';

/** The changes that affect a target. */
export type Interest =
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
