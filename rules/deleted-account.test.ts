import { describe, expect, it } from 'vitest';
import { emptyDraft } from '../core/profile/draft';
import { documentOf, type Plain } from '../emulators/rules-engine/testing/plain-document';
import type { FirestoreOperation } from '../emulators/rules-engine/port';
import { ask, guest, loadFile, signedInAs, withoutAccount } from './ask';

const rules = loadFile('firestore.rules');
const withoutAda = withoutAccount('ada');

type Data = { readonly [name: string]: Plain };
const draft: Data = {
  ...emptyDraft,
  look: { ...emptyDraft.look },
  tips: { ...emptyDraft.tips },
  links: {},
  revision: 4,
};

const create = (path: string, data: Data): FirestoreOperation => ({
  method: 'create',
  path,
  resource: null,
  requestResource: documentOf(path, data),
});
const update = (path: string, before: Data, after: Data): FirestoreOperation => ({
  method: 'update',
  path,
  resource: documentOf(path, before),
  requestResource: documentOf(path, after),
});

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
