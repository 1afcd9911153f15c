import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RulesFile } from '@busker/emulator-firestore/access/rules-file';
import { controlServer } from '@busker/emulators/control';
import { closeServer, listenOnLoopback } from '@busker/emulators/loopback';
import type { LoadRules, RulesDocument } from '@busker/rules-engine/port';
import { storageGateway } from './gateway';
import { RulesCheck } from './access/rules-check';
import { ObjectStore } from './store/object-store';
import { UploadSessions, type UrlSigners } from './uploads/upload-sessions';

const mostBytes = 100 * 1024 * 1024;

export interface StorageOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** The address to listen on; absent = 127.0.0.1. */
  readonly host?: string;
  /** The data folder; null uses a temporary folder, which is deleted on close. */
  readonly dataDir: string | null;
  /** Security rules, reloaded on change; with null only the administrator (`Bearer owner`) has access. */
  readonly rulesFile: string | null;
  readonly loadRules: LoadRules;
  /** Documents for `firestore.get()` and `firestore.exists()` in rules, by path (`teams/t1`); absent = no documents. */
  readonly firestoreLookup?: (path: string) => RulesDocument | null;
  /** The maximum size of an object; the default is 100 MB. */
  readonly mostBytes?: number;
  /** Who may sign URLs, by email, with their public keys (PEM); absent = the signature of a URL is not checked. */
  readonly signers?: UrlSigners;
  readonly log?: (line: string) => void;
}

export interface StorageServer {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a Cloud Storage server for the unmodified Firebase SDKs. */
export async function startStorage(options: StorageOptions): Promise<StorageServer> {
  const log = options.log ?? ((line: string) => console.log(line));
  const folder = options.dataDir ?? mkdtempSync(join(tmpdir(), 'busker-storage-'));
  const durable = options.dataDir !== null;
  const most = options.mostBytes ?? mostBytes;
  const store = new ObjectStore(folder, log, durable);
  const rules = new RulesFile(options.rulesFile, options.loadRules, log, () => undefined, 'storage');
  const parts = {
    store,
    uploads: new UploadSessions(folder, most, durable),
    rules: new RulesCheck(() => rules.ruleset(), options.firestoreLookup, log),
    mostBytes: most,
    signers: options.signers ?? null,
    host: options.host ?? '127.0.0.1',
    log,
  };
  const answer = storageGateway(parts, rules);
  const reset = (): void => {
    store.clear();
    parts.uploads.clear();
  };
  const about = 'deletes all objects of all buckets, and uploads that are not finished';
  const { host } = parts;
  const control = controlServer({ emulator: 'storage', host, controls: { reset: { about, act: reset } } });
  const server = createServer(
    (request, response) => control(request, response) || void answer(request, response),
  );
  // A paused upload may wait without a time limit.
  server.requestTimeout = 0;
  const release = (): void => {
    rules.close();
    store.close();
    if (!durable) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const port = await listenOnLoopback(server, options.port ?? 0, {
      name: 'Storage',
      setting: 'FIREBASE_STORAGE_EMULATOR_HOST',
      host,
    });
    return {
      url: `http://${host}:${port}`,
      host,
      port,
      async close() {
        await closeServer(server);
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
