import { expect, test } from 'vitest';
import { emptyDraft } from '../core/profile/draft';
import { documentOf, type Plain } from '../emulators/rules-engine/testing/plain-document';
import { ask, loadFile, signedInAs } from './ask';

const rules = loadFile('firestore.rules');
type Data = { readonly [name: string]: Plain };
const path = 'drafts/ada';
const { links: _none, ...bare } = emptyDraft;
const link: Plain = { url: 'https://a.example', label: 'A', order: 1 };

const draft = (revision: number, links?: Plain): Data => ({
  ...bare,
  look: { ...emptyDraft.look },
  tips: { ...emptyDraft.tips },
  ...(links === undefined ? {} : { links }),
  revision,
});
const mayWrite = (before: Data, after: Data): boolean =>
  ask(rules, signedInAs('ada'), {
    method: 'update',
    path,
    resource: documentOf(path, before),
    requestResource: documentOf(path, after),
  }).allowed;

test('a field of an existing link can be written', () => {
  expect(mayWrite(draft(4, { k1: link }), draft(5, { k1: { url: 'https://a.example', label: 'B' } }))).toBe(
    true,
  );
});

// Holds dash-049.
test('a field of a removed link is refused: it would create the link again, empty', () => {
  expect(mayWrite(draft(4, {}), draft(5, { k1: { label: 'B' } }))).toBe(false);
  expect(mayWrite(draft(4), draft(5, { k1: { label: 'B' } }))).toBe(false);
});

test.each([1, 2, 7])('adding %i links raises the revision by one more for each', (count) => {
  const more = Object.fromEntries(
    Array.from({ length: count }, (_, at): [string, Plain] => [`n${at}`, link]),
  );
  for (const before of [draft(4, { k1: link }), draft(4, {}), draft(4)]) {
    expect(mayWrite(before, draft(4 + count, { k1: link, ...more }))).toBe(false);
    const kept = before['links'] === undefined ? {} : (before['links'] as Data);
    expect(mayWrite(before, draft(5 + count, { ...kept, ...more }))).toBe(true);
  }
});

test('removing links, or adding none, raises the revision by one', () => {
  expect(mayWrite(draft(4, { k1: link, k2: link }), draft(5, {}))).toBe(true);
  expect(mayWrite(draft(4, { k1: link }), draft(5, { k1: link }))).toBe(true);
});
