import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { controlServer } from '@busker/emulators/control';
import { listenOnLoopback } from '@busker/emulators/loopback';
import type { LoadRules, RulesDocument } from '@busker/rules-engine/port';
import { RulesFile } from './access/rules-file';
import { RulesGate, storedForRules } from './access/rules-gate';
import { FirestoreEngine, type Database, type KeepCommits } from './engine/database';
import { Transactions } from './engine/transactions';
import { httpGateway, sharePort, type Neighbour } from './gateway/http-gateway';
import { GrpcGateway } from './grpc/grpc-server';
import { indexCheck } from './indexes/index-check';
import { ListenHub } from './listen/listen-stream';
import type { Service } from './rpc/service';
import { DocumentStore } from './store/document-store';
import { WebChannelServer } from './gateway/web-channel';

export interface FirestoreOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** The address to listen on; absent = 127.0.0.1. */
  readonly host?: string;
  readonly projectId: string;
  /** The data folder; null keeps documents in memory only. */
  readonly dataDir: string | null;
  /** Security rules, reloaded on change; with null only the administrator (`Bearer owner`) has access. */
  readonly rulesFile: string | null;
  readonly loadRules: LoadRules;
  /**
   * `firestore.indexes.json`: a query without a declared index is refused, as in production. Without a file every
   * query may run.
   */
  readonly indexesFile?: string;
  /** The log is compacted into a snapshot at this size; the default is 16 MB. Tests use less. */
  readonly compactLogFromBytes?: number;
  /** The other emulators, such as `storage`, that `GET /emulators` names beside this one. */
  readonly neighbours?: () => Readonly<Record<string, Neighbour>>;
  readonly log?: (line: string) => void;
}

export interface FirestoreServer {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** A document of the default database, for `firestore.get()` and `firestore.exists()` in Storage's rules. */
  readonly lookup: (path: string) => RulesDocument | null;
  close(): Promise<void>;
}

/** When the server stops, connections have this long to receive their last answer. */
const DRAIN_MS = 100;

function hubs(): { hubFor(database: Database): ListenHub; all(): Iterable<ListenHub> } {
  const made = new Map<Database, ListenHub>();
  return {
    hubFor(database) {
      const hub = made.get(database) ?? new ListenHub(database);
      made.set(database, hub);
      return hub;
    },
    all: () => made.values(),
  };
}

function openStore(
  { dataDir, compactLogFromBytes }: FirestoreOptions,
  log: (line: string) => void,
  failed: () => void,
): DocumentStore | null {
  const options = compactLogFromBytes === undefined ? {} : { compactFromBytes: compactLogFromBytes };
  try {
    return dataDir === null ? null : new DocumentStore(dataDir, log, options);
  } catch (error) {
    failed();
    throw error;
  }
}

function makeEngine(store: DocumentStore | null, named: (database: string) => void): FirestoreEngine {
  if (store === null) return new FirestoreEngine(() => {}, { highWater: 0, databases: new Map() }, named);
  const keep: KeepCommits = (commits) => {
    store.append(commits);
    store.compactWhenGrown(engine);
  };
  const engine: FirestoreEngine = new FirestoreEngine(keep, store.loaded, named);
  return engine;
}

/** Another project name gets separate data. It is most often a configuration error. */
const otherProject =
  (projectId: string, log: (line: string) => void) =>
  (database: string): void => {
    if (database.startsWith(`projects/${projectId}/`)) return;
    log(`firestore: first request for ${database}; this server was started for project ${projectId}`);
  };

/** Starts a Firestore server for the unmodified Firebase SDKs. */
export async function startFirestore(options: FirestoreOptions): Promise<FirestoreServer> {
  const log = options.log ?? ((line: string) => console.log(line));
  const checkIndexes = indexCheck(options.indexesFile ?? null);
  const listeners = hubs();
  const rules = new RulesFile(options.rulesFile, options.loadRules, log, () => {
    for (const hub of listeners.all()) hub.rulesChanged();
  });
  const store = openStore(options, log, () => rules.close());
  const engine = makeEngine(store, otherProject(options.projectId, log));
  const gate = new RulesGate(() => rules.ruleset(), log);
  const service: Service = { engine, gate, transactions: new Transactions(), checkIndexes, log };
  const streams = { ...service, hubFor: (database: Database) => listeners.hubFor(database) };
  const channels = new WebChannelServer(streams);
  const host = options.host ?? '127.0.0.1';
  const answer = httpGateway({
    service,
    rules,
    channels,
    host,
    ...(options.neighbours && { neighbours: options.neighbours }),
  });
  const reset = (): void => {
    for (const database of engine.all()) database.clear();
  };
  const about = 'deletes all documents of all projects';
  const control = controlServer({ emulator: 'firestore', host, controls: { reset: { about, act: reset } } });
  const http = createServer(
    (request, response) => control(request, response) || void answer(request, response),
  );
  http.keepAliveTimeout = 60_000;
  http.requestTimeout = 0;
  const grpc = new GrpcGateway(streams).server;
  const server = sharePort(http, grpc);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  const release = async (): Promise<void> => {
    rules.close();
    await store?.close();
  };
  const who = { name: 'Firestore', setting: 'FIRESTORE_EMULATOR_HOST', host };
  const port = await listenOnLoopback(server, options.port ?? 0, who).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  return {
    url: `http://${host}:${port}`,
    host,
    port,
    lookup: (path) =>
      storedForRules(engine.database(`projects/${options.projectId}/databases/(default)`).tree.get(path)),
    async close() {
      channels.close();
      await new Promise<void>((resolve) => {
        const drain = setTimeout(() => sockets.forEach((socket) => socket.destroy()), DRAIN_MS);
        server.close(() => {
          clearTimeout(drain);
          resolve();
        });
        http.closeIdleConnections();
        grpc.forceShutdown();
      });
      await release();
    },
  };
}
