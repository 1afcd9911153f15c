import type { WireFields, WireValue, Ruleset } from '@busker/rules-engine/port';
import { FirestoreEngine, type Database } from '../engine/database';
import { parseWrite } from '../engine/writes';
import type {
  WriteMessage,
  DocumentMessage,
  ListenResponse,
  StructuredQuery,
  TargetMessage,
} from '../wire/messages';
import { type Caller, RulesGate } from '../access/rules-gate';
import { Transactions } from '../engine/transactions';
import { indexCheck } from '../indexes/index-check';
import { ListenHub, ListenStream } from '../listen/listen-stream';
import type { FirestoreServer } from '../start-firestore';
import fc from 'fast-check';
import { formatInstant, wireDouble } from '../values/values';

export const DATABASE = 'projects/p/databases/d';

export const nameOf = (path: string): string => `${DATABASE}/documents/${path}`;

/** An in-memory database for tests. */
export const inMemoryDatabase = (): Database =>
  new FirestoreEngine(() => {}, { highWater: 0, databases: new Map() }).database(DATABASE);

export function commitTo(database: Database, ...messages: WriteMessage[]) {
  return database.commit(
    messages.map((message) => parseWrite(message, DATABASE)),
    () => {},
  );
}

export const set = (path: string, fields: WireFields): WriteMessage => ({
  update: { name: nameOf(path), fields },
});

export const int = (n: number | string) => ({ integerValue: String(n) });

export const text = (stringValue: string) => ({ stringValue });

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

/** Splits a body into its frames; lengths count UTF-16 units. */
function readFrames(body: string): unknown[] {
  const frames: unknown[] = [];
  let rest = body;
  while (rest !== '') {
    const line = rest.indexOf('\n');
    const length = Number(rest.slice(0, line));
    frames.push(JSON.parse(rest.slice(line + 1, line + 1 + length)));
    rest = rest.slice(line + 1 + length);
  }
  return frames;
}

type ArrayMessage = readonly [number, readonly unknown[]];

const isArrays = (frame: unknown): frame is ArrayMessage[] => Array.isArray(frame);

/** A manual WebChannel client: every request of the protocol is a separate call. */
export class TestChannel {
  sid = '';
  private rid = 1000;

  constructor(
    private readonly server: FirestoreServer,
    private readonly kind: 'Listen' | 'Write',
  ) {}

  private url(query: Record<string, string>): string {
    const path = `/google.firestore.v1.Firestore/${this.kind}/channel`;
    return `${this.server.url}${path}?${new URLSearchParams({ VER: '8', ...query }).toString()}`;
  }

  private body(messages: readonly unknown[], offset: number, headers: string): string {
    const form = new URLSearchParams({ count: String(messages.length), ofs: String(offset) });
    if (headers !== '') form.set('headers', headers);
    messages.forEach((message, i) => form.set(`req${i}___data__`, JSON.stringify(message)));
    return form.toString();
  }

  async handshake(messages: readonly unknown[], authorization = 'Bearer owner'): Promise<unknown[]> {
    const response = await fetch(this.url({ RID: String(this.rid++), CVER: '22' }), {
      method: 'POST',
      body: this.body(messages, 0, `Authorization:${authorization}\r\nX-Goog-Api-Client:test\r\n`),
    });
    const frames = readFrames(await response.text());
    const [[, [, sid]]] = frames[0] as [[number, [string, string]]];
    this.sid = sid;
    return frames;
  }

  async post(
    messages: readonly unknown[],
    offset: number,
    lastArray = 0,
  ): Promise<{ status: number; text: string }> {
    const response = await fetch(
      this.url({ SID: this.sid, RID: String(this.rid++), AID: String(lastArray) }),
      {
        method: 'POST',
        body: this.body(messages, offset, ''),
      },
    );
    return { status: response.status, text: await response.text() };
  }

  async terminate(): Promise<number> {
    const query = { SID: this.sid, RID: String(this.rid++), TYPE: 'terminate' };
    return (await fetch(this.url(query), { method: 'POST' })).status;
  }

  /** Opens a GET and yields its arrays as they arrive; the stream ends with the answer. */
  async *get(
    lastArray: number,
    options: { longPolling?: boolean; timeoutMs?: number } = {},
  ): AsyncGenerator<ArrayMessage> {
    const response = await fetch(
      this.url({
        SID: this.sid,
        RID: 'rpc',
        AID: String(lastArray),
        CI: options.longPolling === true ? '1' : '0',
        TYPE: 'xmlhttp',
        ...(options.timeoutMs === undefined ? {} : { TO: String(options.timeoutMs) }),
      }),
    );
    if (response.status !== 200 || response.body === null)
      throw new Error(`status ${response.status}: ${await response.text()}`);
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      for (const frame of readFrames(decoder.decode(chunk, { stream: true })))
        if (isArrays(frame)) yield* frame;
    }
  }

  /** The first arrays of a GET. The request is then aborted, as a browser does. */
  async first(count: number, lastArray: number): Promise<ArrayMessage[]> {
    const arrays: ArrayMessage[] = [];
    for await (const array of this.get(lastArray)) {
      arrays.push(array);
      if (arrays.length >= count) break;
    }
    return arrays;
  }
}

const NUMBERS = ['0', '1', '-1', '9007199254740993', '9223372036854775807', '-9223372036854775808'];

/**
 * Short texts with difficult characters: quotes, multi-byte characters, surrogate pairs. fast-check's `binary` takes
 * seconds to set up.
 */
export const anyText = (constraints: { minLength?: number; maxLength: number }): fc.Arbitrary<string> =>
  fc.string({
    unit: fc.constantFrom(
      'a',
      'B',
      '_',
      '1',
      '.',
      '`',
      '\\',
      '/',
      '~',
      ' ',
      '\0',
      'é',
      '｡',
      '\uffff',
      '🙂',
      '𝄞',
    ),
    ...constraints,
  });

const leaf: fc.Arbitrary<WireValue> = fc.oneof(
  fc.constant<WireValue>({ nullValue: null }),
  fc.boolean().map((booleanValue) => ({ booleanValue })),
  fc.constantFrom(...NUMBERS).map((integerValue) => ({ integerValue })),
  fc.integer({ min: -5, max: 5 }).map((n) => ({ integerValue: String(n) })),
  fc.double().map((value) => ({ doubleValue: wireDouble(value) })),
  fc.integer({ min: -5, max: 5 }).map((value) => ({ doubleValue: wireDouble(value / 2) })),
  fc.integer({ min: 0, max: 2_000_000_000 }).map((s) => ({ timestampValue: formatInstant(s * 1_000_001) })),
  anyText({ maxLength: 4 }).map((stringValue) => ({ stringValue })),
  fc.uint8Array({ maxLength: 3 }).map((bytes) => ({ bytesValue: Buffer.from(bytes).toString('base64') })),
  fc.constantFrom('a', 'b', '__id7__', '__id12__').map((id) => ({
    referenceValue: `projects/p/databases/d/documents/c/${id}`,
  })),
  fc
    .record({ latitude: fc.integer({ min: -90, max: 90 }), longitude: fc.integer({ min: -180, max: 180 }) })
    .map((geoPointValue) => ({ geoPointValue })),
);

/** Any value, for property tests: all types, and often the difficult values. */
export const anyValue: fc.Arbitrary<WireValue> = fc.letrec<{ value: WireValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }).map((values) => ({ arrayValue: { values } })),
    fc
      .dictionary(fc.constantFrom('a', 'b', 'constructor'), tie('value'), {
        maxKeys: 3,
        noNullPrototype: false,
      })
      .map((fields: WireFields) => ({ mapValue: { fields } })),
  ),
})).value;
