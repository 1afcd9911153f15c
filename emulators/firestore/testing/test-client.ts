import type { Ruleset } from '@busker/rules-engine/port';
import type { Caller } from '../access/caller';
import { RulesGate } from '../access/rules-gate';
import { FirestoreEngine, type Database } from '../engine/database';
import { Transactions } from '../engine/transactions';
import { indexCheck } from '../indexes/index-check';
import { ListenHub, ListenStream } from '../listen/listen-stream';
import type { DocumentMessage, ListenResponse, StructuredQuery, TargetMessage } from '../wire/messages';
import { DATABASE } from './test-database';

interface TestListener {
  readonly stream: ListenStream;
  /** Everything received since the last call. */
  take(): ListenResponse[];
  add(target: TargetMessage): void;
  /** The names in a client's result for the target. */
  held(targetId: number): string[];
  lastToken(): string;
}

export interface TestListening {
  readonly database: Database;
  readonly hub: ListenHub;
  readonly connect: (caller?: Caller) => TestListener;
}

/** Applies the messages of one stream as an SDK does. */
class ClientView {
  private readonly targets = new Map<number, Map<string, DocumentMessage>>();
  token = '';

  apply({ targetChange, documentChange, documentDelete, documentRemove, filter }: ListenResponse): void {
    if (targetChange?.resumeToken !== undefined) this.token = targetChange.resumeToken;
    if (documentChange !== undefined) {
      const { document, targetIds = [], removedTargetIds = [] } = documentChange;
      for (const id of targetIds) this.documents(id).set(document.name ?? '', document);
      for (const id of removedTargetIds) this.documents(id).delete(document.name ?? '');
    }
    const gone = documentDelete ?? documentRemove;
    for (const id of gone?.removedTargetIds ?? []) this.documents(id).delete(gone?.document ?? '');
    if (filter !== undefined && filter.count !== this.documents(filter.targetId).size) {
      throw new Error(
        `existence filter: ${filter.count} at the server, ${this.documents(filter.targetId).size} here`,
      );
    }
  }

  documents(targetId: number): Map<string, DocumentMessage> {
    const known = this.targets.get(targetId) ?? new Map<string, DocumentMessage>();
    this.targets.set(targetId, known);
    return known;
  }
}

export function testListening(
  rules: Ruleset | null = null,
  log: (line: string) => void = () => {},
): TestListening {
  const engine = new FirestoreEngine(() => {}, { highWater: 0, databases: new Map() });
  const database = engine.database(DATABASE);
  const hub = new ListenHub(database);
  const gate = new RulesGate(() => rules, log);
  const context = {
    engine,
    gate,
    transactions: new Transactions(),
    checkIndexes: indexCheck(null),
    log,
    hubFor: () => hub,
  };
  return {
    database,
    hub,
    connect(caller = { kind: 'owner' }) {
      const view = new ClientView();
      let received: ListenResponse[] = [];
      const stream = new ListenStream({ ...context, caller }, (message) => {
        received.push(message);
        view.apply(message);
      });
      return {
        stream,
        take() {
          const messages = received;
          received = [];
          return messages;
        },
        add: (addTarget) => stream.receive({ database: DATABASE, addTarget }),
        held: (targetId) =>
          [...view.documents(targetId).keys()].map((name) => name.split('/documents/')[1] ?? ''),
        lastToken: () => view.token,
      };
    },
  };
}

export const queryTarget = (targetId: number, structuredQuery: StructuredQuery): TargetMessage => ({
  targetId,
  query: { parent: `${DATABASE}/documents`, structuredQuery },
});
