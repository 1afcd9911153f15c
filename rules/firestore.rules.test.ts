import { describe, expect, it } from 'vitest';
import { defaultPreferences } from '../core/account/account-document';
import { draftKeys, emptyDraft } from '../core/profile/draft';
import type { Plain } from '../emulators/rules-engine/testing/plain-document';
import type { FirestoreOperation, RulesAuth } from '../emulators/rules-engine/port';
import { ask, guest, loadFile, signedInAs } from './ask';
import { create, get, list, remove, update, type Data } from './firestore-operations';

const rules = loadFile('firestore.rules');
const ada = signedInAs('ada');
const grace = signedInAs('grace');
const may = (auth: RulesAuth, operation: FirestoreOperation): boolean => ask(rules, auth, operation).allowed;

const draft: Data = {
  ...emptyDraft,
  look: { ...emptyDraft.look },
  tips: { ...emptyDraft.tips },
  links: {},
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
