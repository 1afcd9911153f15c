import { describe, expect, it } from 'vitest';
import { loadRules } from './load-rules';
import { documentOf } from './testing/plain-document';
import type { RulesDocument, StorageRulesRequest, Verdict } from './port';

const object = {
  name: 'files/a.png',
  bucket: 'b1',
  size: '2048',
  contentType: 'image/png',
  generation: '7',
  timeCreated: '2026-01-02T03:00:00.000Z',
  updated: '2026-01-02T03:00:00.000Z',
  md5Hash: 'x',
  metadata: { owner: 'ada', constructor: 'c' },
};

interface Setting {
  readonly request?: Partial<StorageRulesRequest>;
  readonly documents?: readonly RulesDocument[];
  readonly limit?: number;
}

const fileOf = (body: string): string =>
  `rules_version = '2'; service firebase.storage { match /b/{bucket}/o { ${body} } }`;

function verdictOf(body: string, { request = {}, documents = [], limit = 2 }: Setting = {}): Verdict {
  const load = loadRules(fileOf(body));
  if (!load.ok) throw new Error(load.issues.map((issue) => issue.message).join());
  const get = (path: string): RulesDocument | null => documents.find((one) => one.path === path) ?? null;
  return load.ruleset.verifyStorage(
    {
      auth: { uid: 'ada', token: {} },
      time: '2026-01-02T03:04:05.000Z',
      bucket: 'b1',
      name: 'files/a.png',
      method: 'get',
      resource: object,
      requestResource: null,
      ...request,
    },
    { get, getAfter: get },
    { limit, seen: new Set() },
  );
}

const holds = (condition: string, setting: Setting = {}): boolean =>
  verdictOf(`match /files/{file} { allow read, write: if ${condition}; }`, setting).allowed;

describe('storage rules', () => {
  it("see the object's metadata: 64-bit numbers as ints, times as timestamps, custom metadata as a map", () => {
    expect(holds('resource.size == 2048 && resource.size is int && resource.generation == 7')).toBe(true);
    expect(holds('resource.timeCreated is timestamp && resource.timeCreated < request.time')).toBe(true);
    expect(holds("resource.timeCreated + duration.value(5, 'm') > request.time")).toBe(true);
    expect(holds("resource.metadata.owner == request.auth.uid && resource.metadata['owner'] == 'ada'")).toBe(
      true,
    );
    expect(holds("resource.name == 'files/a.png' && resource.bucket == bucket && file == 'a.png'")).toBe(
      true,
    );
    expect(holds("'toString' in resource.metadata")).toBe(false);
    expect(holds("'constructor' in resource.metadata")).toBe(true);
    expect(holds('resource.contentEncoding == null')).toBe(false);
  });

  it('see the uploaded object, and no resource before a create', () => {
    const upload = {
      method: 'create',
      resource: null,
      requestResource: { size: '5', contentType: 'image/png' },
    } as const;
    expect(
      holds(
        "resource == null && request.resource.size < 6 && request.resource.contentType.matches('image/.*')",
        { request: upload },
      ),
    ).toBe(true);
    expect(holds('resource.size > 0', { request: upload })).toBe(false);
    expect(holds('request.resource.size > 0', { request: { method: 'delete' } })).toBe(false);
  });

  it.each(['get', 'list', 'create', 'update', 'delete'] as const)(
    'allow only %s when only it is named',
    (method) => {
      const granted = (['get', 'list', 'create', 'update', 'delete'] as const).filter(
        (other) => verdictOf(`match /{all=**} { allow ${method}; }`, { request: { method: other } }).allowed,
      );
      expect(granted).toEqual([method]);
    },
  );

  it('allow the list of a folder only by a rule that covers everything in it', () => {
    const list = { request: { method: 'list', name: 'files/', resource: null } } as const;
    expect(verdictOf('match /files/{file} { allow list; }', list).allowed).toBe(false);
    expect(verdictOf('match /files/{file=**} { allow list; }', list).allowed).toBe(true);
    expect(
      verdictOf('match /files/{file=**} { allow list; }', { request: { ...list.request, name: '' } }).allowed,
    ).toBe(false);
    expect(
      verdictOf('match /{all=**} { allow list; }', { request: { ...list.request, name: '' } }).allowed,
    ).toBe(true);
  });

  it('of version 1 allow no list', () => {
    const list = {
      auth: null,
      time: '2026-01-02T03:04:05Z',
      bucket: 'b1',
      name: 'files',
      method: 'list',
    } as const;
    const rules = 'service firebase.storage { match /b/{bucket}/o/{all=**} { allow read; } }';
    const may = (source: string): boolean => {
      const load = loadRules(source);
      const request = { ...list, resource: null, requestResource: null };
      const nothing = { get: () => null, getAfter: () => null };
      return load.ok && load.ruleset.verifyStorage(request, nothing, { limit: 2, seen: new Set() }).allowed;
    };
    expect(may(rules)).toBe(false);
    expect(may(`rules_version = '2'; ${rules}`)).toBe(true);
  });

  it('never match a name with an empty segment', () => {
    for (const name of ['files//a.png', 'files/', '/files/a.png', '']) {
      expect(verdictOf('match /{all=**} { allow get; }', { request: { name } }).allowed).toBe(false);
    }
  });

  it('are for Storage only, and Firestore rules are for Firestore only', () => {
    const load = loadRules(fileOf('match /{all=**} { allow read; }'));
    const firestore = {
      auth: null,
      time: '2026-01-02T03:04:05Z',
      database: '(default)',
      operation: { method: 'get', path: 'a/b', resource: null },
    } as const;
    const nothing = { get: () => null, getAfter: () => null };
    expect(
      load.ok && load.ruleset.verifyFirestore(firestore, nothing, { limit: 10, seen: new Set() }).allowed,
    ).toBe(false);
  });
});

describe('firestore.get and firestore.exists', () => {
  const documents = [documentOf('teams/t1', { members: { ada: 'editor' } }), documentOf('teams/t2', {})];
  const team = '/databases/(default)/documents/teams';

  it('read from the default database', () => {
    expect(holds(`firestore.get(${team}/t1).data.members[request.auth.uid] == 'editor'`, { documents })).toBe(
      true,
    );
    expect(holds(`firestore.exists(${team}/$('t2')) && !firestore.exists(${team}/t3)`, { documents })).toBe(
      true,
    );
    expect(holds(`firestore.get(${team}/t3).data.x == 1`, { documents })).toBe(false);
    expect(holds('firestore.exists(/databases/other/documents/teams/t1)', { documents })).toBe(false);
  });

  it('read at most two distinct documents, and only those that are evaluated', () => {
    const two = `firestore.exists(${team}/t1) && firestore.get(${team}/t1).id == 't1' && firestore.exists(${team}/t2)`;
    expect(holds(two, { documents })).toBe(true);
    expect(holds(`${two} && !firestore.exists(${team}/t3)`, { documents })).toBe(false);
    expect(holds(`true || (${two} && firestore.exists(${team}/t3))`, { documents })).toBe(true);
  });

  it.each([
    [`get(${team}/t1).id == 't1'`, 'belongs to Firestore rules'],
    [`firestore.getAfter(${team}/t1).id == 't1'`, 'Unknown function firestore.getAfter()'],
    ['firestore.exists() ', 'takes 1 argument'],
    ['resource.data.x == 1', "resource has no 'data'"],
    ['request.query.limit == 1', "request has no 'query'"],
  ])('%s is refused when the file is loaded', (condition, message) => {
    const load = loadRules(fileOf(`match /{all=**} { allow read: if ${condition}; }`));
    expect(load.ok ? '' : load.issues[0]?.message).toContain(message);
  });
});
