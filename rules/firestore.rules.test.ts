import { assertFails, assertSucceeds, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import {
  collection,
  collectionGroup,
  doc,
  getDoc,
  getDocs,
  limit,
  onSnapshot,
  orderBy,
  query,
  setDoc,
  startAfter,
  type Firestore,
} from 'firebase/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultPreferences } from '@busker/core/account/account-document';
import { defaultPageLook } from '@busker/core/looks/page-look';
import { draftKeys, emptyDraft } from '@busker/core/profile/draft';
import type { FirestoreOperation, RulesAuth } from '@busker/rules-engine/port';
import { documentOf, type Plain } from '@busker/rules-engine/testing/plain-document';
import {
  ask,
  guest,
  loadFile,
  signedInAs,
  withoutAccount,
  create,
  get,
  list,
  remove,
  update,
  type Data,
} from './firestore-operations';
import { startRulesServer, type RulesServer } from './rules-server';

const rules = loadFile('firestore.rules');
const ada = signedInAs('ada');
const grace = signedInAs('grace');
const may = (auth: RulesAuth, operation: FirestoreOperation): boolean => ask(rules, auth, operation).allowed;

const draft: Data = {
  ...emptyDraft,
  look: { ...emptyDraft.look },
  tips: { ...emptyDraft.tips },
  links: {},
  blocks: {},
  revision: 4,
};

describe('a draft', () => {
  // Holds dash-104.
  it('is read, created, changed and deleted by its owner', () => {
    expect(may(ada, get('drafts/ada', draft))).toBe(true);
    expect(may(ada, { method: 'get', path: 'drafts/ada', resource: null })).toBe(true);
    expect(may(ada, create('drafts/ada', draft))).toBe(true);
    expect(may(ada, update('drafts/ada', draft, { ...draft, name: 'Ada', revision: 5 }))).toBe(true);
    expect(may(ada, remove('drafts/ada', draft))).toBe(true);
  });

  it('can belong to a guest', () => {
    expect(may(guest('g1'), create('drafts/g1', draft))).toBe(true);
    expect(may(guest('g1'), create('drafts/ada', draft))).toBe(false);
  });

  it.each([
    ['somebody else', grace],
    ['a stranger', null],
  ] as const)('is refused to %s', (_who, auth) => {
    expect(may(auth, get('drafts/ada', draft))).toBe(false);
    expect(may(auth, create('drafts/ada', draft))).toBe(false);
    expect(may(auth, update('drafts/ada', draft, { ...draft, revision: 5 }))).toBe(false);
    expect(may(auth, remove('drafts/ada', draft))).toBe(false);
  });

  // Holds dash-104.
  it('cannot be listed, not even by its owner', () => {
    expect(may(ada, list('', 'drafts'))).toBe(false);
  });

  it('may have every key of core, alone or together', () => {
    expect(may(ada, create('drafts/ada', draft))).toBe(true);
    for (const key of draftKeys) {
      const { [key]: _left, ...others } = draft;
      const needed = key === 'v' || key === 'revision';
      expect({ key, may: may(ada, create('drafts/ada', others)) }).toEqual({ key, may: !needed });
    }
  });

  // Holds dash-104.
  it('may have no other key', () => {
    expect(may(ada, create('drafts/ada', { ...draft, admin: true }))).toBe(false);
    expect(may(ada, update('drafts/ada', draft, { ...draft, revision: 5, uid: 'ada' }))).toBe(false);
  });

  it.each<[string, Plain]>([
    ['v', 2],
    ['revision', -1],
    ['revision', 1.5],
    ['revision', '4'],
    ['handle', 'a'.repeat(101)],
    ['handle', 7],
    ['name', 'a'.repeat(201)],
    ['name', null],
    ['bio', 'a'.repeat(2001)],
    ['language', 'a'.repeat(36)],
    ['timeZone', 'a'.repeat(65)],
    ['picture', 'data:image/png;base64,'],
    ['picture', { a: 1, b: 1, c: 1, d: 1, e: 1 }],
    ['links', []],
    ['links', Object.fromEntries(Array.from({ length: 151 }, (_, i) => [`l${i}`, {}]))],
    ['look', 'dark'],
    ['look', Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, 1]))],
    ['tips', true],
    ['tips', Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, 1]))],
    ['allowedSites', {}],
    ['allowedSites', Array.from({ length: 51 }, () => 'https://a.example')],
    ['updatedAt', 'today'],
  ])('is refused when %s is %j', (key, value) => {
    expect(may(ada, create('drafts/ada', { ...draft, [key]: value }))).toBe(false);
    expect(may(ada, update('drafts/ada', draft, { ...draft, revision: 5, [key]: value }))).toBe(false);
  });

  const withPage = (page: Plain) => ({ ...draft, look: { ...emptyDraft.look, page } });

  // Holds dash-1306.
  it('may have each choice of the page’s look, and each ground', () => {
    const word = {
      fill: 'soft',
      shape: 'pill',
      font: 'condensed',
      avatarShape: 'round',
      avatarPlace: 'beside',
    };
    const upload = { slot: 'page-a', generation: '1' };
    const grounds = [
      { kind: 'plain', colour: '#112233' },
      { kind: 'gradient', from: '#112233', to: '#445566' },
      { kind: 'pattern', pattern: 'triangles', colour: '#112233' },
      { kind: 'picture', upload },
      null,
    ];
    for (const ground of grounds)
      expect(
        may(ada, create('drafts/ada', withPage({ ...defaultPageLook, ...word, ground, cover: upload }))),
      ).toBe(true);
  });

  // Holds dash-1306.
  it.each([
    'dark',
    { other: 1 },
    { font: 'a'.repeat(41) },
    { size: 7 },
    { cover: { a: 1, b: 1, c: 1, d: 1, e: 1 } },
    { ground: 'plain' },
    { ground: { kind: 'plain', more: 1 } },
    { ground: { kind: 'plain', colour: 'a'.repeat(41) } },
    { ground: { kind: 'picture', upload: 'a' } },
  ])('is refused with the look %j of the page', (given) => {
    const page = typeof given === 'string' ? given : { ...defaultPageLook, ...given };
    expect(may(ada, create('drafts/ada', withPage(page as Plain)))).toBe(false);
    expect(may(ada, update('drafts/ada', draft, { ...withPage(page as Plain), revision: 5 }))).toBe(false);
  });

  it('may be a full profile: long texts, 100 links, a picture, a server time', () => {
    const links = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [`l${i}`, { url: 'https://a.example' }]),
    );
    const full = {
      ...draft,
      name: '😀'.repeat(50),
      bio: 'a'.repeat(300),
      picture: { slot: 'picture-a', generation: '1' },
      links,
      updatedAt: new Date(0),
    };
    expect(may(ada, create('drafts/ada', full))).toBe(true);
  });

  // Holds dash-104.
  it('cannot get an earlier revision', () => {
    expect(may(ada, update('drafts/ada', draft, { ...draft, revision: 4 }))).toBe(false);
    expect(may(ada, update('drafts/ada', draft, { ...draft, revision: 3 }))).toBe(false);
  });
});

// Holds pay-105.
describe.each([
  ['profiles/ada', false],
  ['profiles/ada/tips/t1', true],
  ['profiles/ada/tips/t1/refunds/r1', true],
  ['profiles/ada/tips/t1/log/l1', true],
  ['profiles/ada/totals/usd-0', true],
  ['profiles/ada/insights/2026-01-02-0', true],
  ['accounts/ada/server/payments', true],
  ['accounts/ada/server/connecting', true],
  ['accounts/ada/server/wallets', true],
  ['accounts/ada/server/export', true],
  ['accounts/ada/server/sessions', true],
  ['accounts/ada/server/channels', true],
  ['accounts/ada/server/overlay', true],
  ['accounts/ada/events/e1', true],
  ['accounts/ada/deliveries/d1', true],
  ['leaving/ada', false],
  ['linkHealth/ada', false],
] as const)('%s', (path, listed) => {
  const segments = path.split('/');
  const parent = segments.slice(0, -2).join('/');
  const collection = segments.at(-2) ?? '';

  it('can be read by its owner', () => {
    expect(may(ada, get(path, { a: 1 }))).toBe(true);
    expect(may(ada, list(parent, collection, { limit: 50 }))).toBe(listed);
  });

  it('can be read by nobody else', () => {
    for (const auth of [grace, null]) {
      expect(may(auth, get(path, { a: 1 }))).toBe(false);
      expect(may(auth, list(parent, collection))).toBe(false);
    }
  });

  // Holds dash-105.
  it('can be written by nobody', () => {
    for (const auth of [ada, grace, null]) {
      expect(may(auth, create(path, { a: 1 }))).toBe(false);
      expect(may(auth, update(path, { a: 1 }, { a: 2 }))).toBe(false);
      expect(may(auth, remove(path, { a: 1 }))).toBe(false);
    }
  });
});

describe.each(['tips', 'events', 'deliveries'])("all owners' %s", (collectionId) => {
  it('cannot be queried as a collection group', () => {
    const operation: FirestoreOperation = {
      method: 'list',
      parent: '',
      structuredQuery: { from: [{ collectionId, allDescendants: true }] },
    };
    expect(may(ada, operation)).toBe(false);
  });
});

describe('private preferences', () => {
  it('can be read, written and deleted by their owner', () => {
    expect(may(ada, get('accounts/ada'))).toBe(true);
    expect(may(ada, create('accounts/ada', { language: 'de' }))).toBe(true);
    expect(may(ada, update('accounts/ada', { language: 'de' }, { language: 'en' }))).toBe(true);
    expect(may(ada, remove('accounts/ada'))).toBe(true);
  });

  it('may have every preference of core, and nothing else', () => {
    const all: Data = { ...defaultPreferences, updatedAt: new Date(0) };
    expect(may(ada, create('accounts/ada', all))).toBe(true);
    expect(may(ada, create('accounts/ada', { ...all, admin: true }))).toBe(false);
    for (const keepTipsYears of [0, 11, 2.5])
      expect(may(ada, create('accounts/ada', { ...all, keepTipsYears }))).toBe(false);
  });

  it.each<[string, Plain]>([
    ['v', 2],
    ['language', 'a'.repeat(36)],
    ['timeZone', 'a'.repeat(65)],
    ['setUpHidden', 'yes'],
    ['setUpSkipped', Array.from({ length: 5 }, () => 'tip')],
    ['setUpSkipped', ['tip', 'publish']],
    ['setUpSkipped', [1]],
    ['setUpSkipped', 'tip'],
    ['pageShared', 'yes'],
    ['tellMeHidden', 'yes'],
    ['statementName', 'a'.repeat(121)],
    ['statementAddress', 'a'.repeat(401)],
    ['taxNumber', 'a'.repeat(61)],
    ['taxNumber', 123],
    ['updatedAt', 'a'.repeat(100_000)],
  ])('are refused when %s is %j', (key, value) => {
    expect(may(ada, create('accounts/ada', { ...defaultPreferences, [key]: value }))).toBe(false);
  });

  it('are refused to everybody else', () => {
    for (const auth of [grace, null]) {
      expect(may(auth, get('accounts/ada'))).toBe(false);
      expect(may(auth, create('accounts/ada', { language: 'de' }))).toBe(false);
      expect(may(auth, update('accounts/ada', {}, { language: 'de' }))).toBe(false);
      expect(may(auth, remove('accounts/ada'))).toBe(false);
    }
  });

  it('have a size limit', () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, 1]));
    expect(may(ada, create('accounts/ada', many))).toBe(false);
    expect(may(ada, update('accounts/ada', {}, many))).toBe(false);
  });
});

describe.each([
  'handles/ada',
  'stripeAccounts/acct_1',
  'stripeEvents/evt_1',
  'limits/k',
  'jobs/follow-links-all',
  'tipAddresses/t1',
  'viewBatches/b1',
  'rollUps/views',
  'ledger/ada',
  'standing/ada',
  'cards/ada',
  'walls/ada',
  'audit/a1',
  'reports/r1',
  'appeals/a1',
  'mail/m1',
  'transparency/2026',
  'channelSecrets/c1',
  'pace/ada',
  'tipWatches/t1',
  'unheard/of',
])('%s', (path) => {
  // Holds dash-105.
  it('is refused to browsers', () => {
    for (const auth of [ada, guest('ada'), null]) {
      expect(may(auth, get(path))).toBe(false);
      expect(may(auth, list('', path.split('/')[0] ?? ''))).toBe(false);
      expect(may(auth, create(path, { a: 1 }))).toBe(false);
      expect(may(auth, update(path, { a: 1 }, { a: 2 }))).toBe(false);
      expect(may(auth, remove(path))).toBe(false);
    }
  });
});

const path = 'drafts/ada';
const { links: _none, ...bare } = emptyDraft;
const link: Plain = { url: 'https://a.example', label: 'A', order: 1 };

const draftWith = (revision: number, links?: Plain): Data => ({
  ...bare,
  look: { ...emptyDraft.look },
  tips: { ...emptyDraft.tips },
  blocks: {},
  ...(links === undefined ? {} : { links }),
  revision,
});
const mayWrite = (before: Data, after: Data): boolean =>
  ask(rules, signedInAs('ada'), update(path, before, after)).allowed;

describe('the links of a draft', () => {
  it('a field of an existing link can be written', () => {
    expect(
      mayWrite(draftWith(4, { k1: link }), draftWith(5, { k1: { url: 'https://a.example', label: 'B' } })),
    ).toBe(true);
  });

  // Holds dash-049.
  it('a field of a removed link is refused: it would create the link again, empty', () => {
    expect(mayWrite(draftWith(4, {}), draftWith(5, { k1: { label: 'B' } }))).toBe(false);
    expect(mayWrite(draftWith(4), draftWith(5, { k1: { label: 'B' } }))).toBe(false);
  });

  it.each([1, 2, 7])('adding %i links raises the revision by one more for each', (count) => {
    const more = Object.fromEntries(
      Array.from({ length: count }, (_, at): [string, Plain] => [`n${at}`, link]),
    );
    for (const before of [draftWith(4, { k1: link }), draftWith(4, {}), draftWith(4)]) {
      expect(mayWrite(before, draftWith(4 + count, { k1: link, ...more }))).toBe(false);
      const kept = before['links'] === undefined ? {} : (before['links'] as Data);
      expect(mayWrite(before, draftWith(5 + count, { ...kept, ...more }))).toBe(true);
    }
  });

  it('removing links, or adding none, raises the revision by one', () => {
    expect(mayWrite(draftWith(4, { k1: link, k2: link }), draftWith(5, {}))).toBe(true);
    expect(mayWrite(draftWith(4, { k1: link }), draftWith(5, { k1: link }))).toBe(true);
  });
});

describe('the time until which views are counted', () => {
  const path = 'counted/views';

  it('can be read by every owner, and by nobody else', () => {
    expect([ada, grace, null].map((auth) => may(auth, get(path, { a: 1 })))).toEqual([true, true, false]);
    expect(may(ada, list('', 'counted', { limit: 5 }))).toBe(false);
  });

  it('can be written by nobody', () => {
    for (const auth of [ada, null]) {
      expect(may(auth, create(path, { a: 1 }))).toBe(false);
      expect(may(auth, update(path, { a: 1 }, { a: 2 }))).toBe(false);
      expect(may(auth, remove(path, { a: 1 }))).toBe(false);
    }
  });
});

const withoutAda = withoutAccount('ada');

describe('a deleted account', () => {
  describe('the ID token of a deleted account', () => {
    // Holds dash-029.
    it.each([
      create('drafts/ada', draft),
      update('drafts/ada', draft, { ...draft, revision: 5 }),
      create('accounts/ada', { language: 'de' }),
      update('accounts/ada', { language: 'de' }, { language: 'en' }),
    ])('cannot $method $path', (operation) => {
      for (const auth of [signedInAs('ada'), guest('ada')]) {
        expect(ask(rules, auth, operation).allowed).toBe(true);
        expect(ask(rules, auth, operation, withoutAda).allowed).toBe(false);
      }
    });

    it('does not affect other accounts', () => {
      const grace = signedInAs('grace');
      expect(ask(rules, grace, create('drafts/grace', draft), withoutAda).allowed).toBe(true);
      expect(ask(rules, grace, create('accounts/grace', { language: 'de' }), withoutAda).allowed).toBe(true);
    });
  });

  it('only the server can read and write the mark of a deletion', () => {
    const path = 'deleted/ada';
    const resource = documentOf(path, { v: 1 });
    for (const auth of [signedInAs('ada'), guest('ada'), null]) {
      const operations: readonly FirestoreOperation[] = [
        { method: 'get', path, resource },
        { method: 'delete', path, resource, requestResource: null },
        { method: 'list', parent: '', structuredQuery: { from: [{ collectionId: 'deleted' }] } },
        create(path, { v: 1 }),
        update(path, { v: 1 }, { v: 2 }),
      ];
      expect(operations.filter((operation) => ask(rules, auth, operation).allowed)).toEqual([]);
    }
  });
});

const anybody = [signedInAs('ada'), signedInAs('grace'), guest('ada'), null];
const page = 'overlays/secret-key';
const alert = `${page}/alerts/t1`;

describe('an overlay, whose key is the right to read it', () => {
  it('can be read with its alerts by who knows the key', () => {
    for (const auth of anybody) {
      expect(may(auth, get(page, { v: 1 }))).toBe(true);
      expect(may(auth, get(alert, { v: 1 }))).toBe(true);
      expect(may(auth, list(page, 'alerts', { limit: 200 }))).toBe(true);
    }
  });

  // Holds out-051.
  it('cannot be found: no list of overlays, no alerts without a limit, no group of alerts', () => {
    const group: FirestoreOperation = {
      method: 'list',
      parent: '',
      structuredQuery: { from: [{ collectionId: 'alerts', allDescendants: true }], limit: 10 },
    };
    for (const auth of anybody) {
      expect(may(auth, list('', 'overlays', { limit: 1 }))).toBe(false);
      expect(may(auth, list(page, 'alerts'))).toBe(false);
      expect(may(auth, list(page, 'alerts', { limit: 201 }))).toBe(false);
      expect(may(auth, group)).toBe(false);
    }
  });

  it('can be written by nobody', () => {
    for (const auth of anybody)
      for (const path of [page, alert]) {
        expect(may(auth, create(path, { paused: true }))).toBe(false);
        expect(may(auth, update(path, {}, { paused: true }))).toBe(false);
        expect(may(auth, remove(path))).toBe(false);
      }
  });
});

describe('through the SDK and the local server, an overlay', () => {
  let server: RulesServer;
  let env: RulesTestEnvironment;
  let db: Firestore;
  const at = new Date(0);

  beforeAll(async () => {
    server = await startRulesServer(() => undefined);
    ({ env } = server);
    await env.withSecurityRulesDisabled(async (context) => {
      const all = context.firestore() as unknown as Firestore;
      await setDoc(doc(all, page), { v: 1, paused: false });
      await setDoc(doc(all, alert), { v: 1, at });
    });
    db = env.unauthenticatedContext().firestore() as unknown as Firestore;
  });
  afterAll(() => server.close());

  const newest = (most: number) =>
    query(collection(db, `${page}/alerts`), orderBy('at', 'desc'), limit(most));

  it('is read and listened to without a sign-in, as its page does it', async () => {
    expect((await assertSucceeds(getDoc(doc(db, page)))).data()).toEqual({ v: 1, paused: false });
    expect((await assertSucceeds(getDocs(query(newest(200), startAfter(new Date(5)))))).size).toBe(1);
    const size = await new Promise<number>((resolve, reject) => {
      const stop = onSnapshot(
        newest(200),
        (found) => {
          stop();
          resolve(found.size);
        },
        reject,
      );
    });
    expect(size).toBe(1);
    expect((await assertSucceeds(getDoc(doc(db, 'overlays/other-key')))).exists()).toBe(false);
  });

  // Holds out-051.
  it('cannot be found or written', async () => {
    await assertFails(getDocs(query(collection(db, 'overlays'), limit(1))));
    await assertFails(getDocs(query(collectionGroup(db, 'alerts'), limit(1))));
    await assertFails(getDocs(collection(db, `${page}/alerts`)));
    await assertFails(getDocs(newest(201)));
    await assertFails(setDoc(doc(db, page), { paused: true }));
    await assertFails(setDoc(doc(db, alert), { name: 'Eve' }));
  });
});
