import { expect, test } from 'vitest';
import { authCodes, authFailure, storeCodes, storeFailure, uploadCodes, uploadFailure } from './failure';
import { faultSentences } from '@busker/core/base/field-faults';
import { problemKinds } from '@busker/core/base/problem-codes';
import { en } from '../testing/fakes';
import { languages } from '../messages/language';
import { loadTexts, type Texts } from '../messages/load-texts';

const authThrown = (code: string) =>
  authFailure(Object.assign(new Error('x'), { code: `auth/${code}` })).code;
const storeThrown = (code: string) => storeFailure(Object.assign(new Error('x'), { code })).code;
const sentences = en as Readonly<Record<string, string>>;

test('keeps every known code', () => {
  expect(authCodes.map(authThrown)).toEqual(authCodes.map((code) => `auth/${code}`));
  expect(storeCodes.map(storeThrown)).toEqual(storeCodes.map((code) => `store/${code}`));
});

// Holds dash-014.
test('hides whether an address has an account', () => {
  const codes = ['wrong-password', 'user-not-found', 'invalid-login-credentials', 'invalid-credential'];
  expect(new Set(codes.map(authThrown))).toEqual(new Set(['auth/invalid-credential']));
});

/** Codes that only the real service returns: email protection, password policies, plans, robot checks, allowed addresses. */
test.each([
  ['invalid-credential', 'invalid-credential'],
  ['password-does-not-meet-requirements', 'password-does-not-meet-requirements'],
  ['admin-restricted-operation', 'operation-not-allowed'],
  ['billing-not-enabled', 'operation-not-allowed'],
  ['unauthorized-continue-uri', 'unauthorized-domain'],
  ['invalid-app-credential', 'too-many-requests'],
  ['error-code:-39', 'too-many-requests'],
  ['invalid-new-email', 'invalid-email'],
  ['invalid-recipient-email', 'invalid-email'],
  ['missing-verification-id', 'invalid-verification-id'],
  ['user-signed-out', 'user-token-expired'],
])('maps %s of the real service', (thrown, code) => {
  expect(authThrown(thrown)).toBe(`auth/${code}`);
});

test('maps unknown exceptions to an internal error, and never throws', () => {
  expect(authThrown('brand-new-code')).toBe('auth/internal-error');
  for (const thrown of [null, undefined, 'text', 7, {}, { code: 7 }]) {
    expect(authFailure(thrown).code).toBe('auth/internal-error');
    expect(storeFailure(thrown).code).toBe('store/unknown');
    expect(uploadFailure(thrown).code).toBe('upload/unknown');
  }
});

test('recognises a closed store', () => {
  const thrown = Object.assign(new Error('The client has already been terminated.'), {
    code: 'failed-precondition',
  });
  expect(storeFailure(thrown).code).toBe('store/client-terminated');
});

/** The sixteen Firestore statuses other than `ok`. */
const firestoreStatuses = `
  cancelled unknown invalid-argument deadline-exceeded not-found already-exists permission-denied unauthenticated
  resource-exhausted failed-precondition aborted out-of-range unimplemented internal unavailable data-loss
`
  .trim()
  .split(/\s+/);

// Holds dash-093.
test.each(firestoreStatuses)('has a code for the status %s', (status) => {
  expect(storeThrown(status)).toBe(`store/${status}`);
});

const every: readonly string[] = [
  ...authCodes.map((code) => `auth/${code}`),
  ...storeCodes.map((code) => `store/${code}`),
  ...uploadCodes.map((code) => `upload/${code}`),
  ...[...Object.keys(problemKinds), 'unreachable', 'timed-out', 'unreadable'].map((code) => `api/${code}`),
];
const spoken = await Promise.all(
  languages.map(async (language): Promise<readonly [string, Texts]> => [
    language,
    await loadTexts(language, 'all'),
  ]),
);
const table = spoken.flatMap(([language, texts]) => every.map((code) => [language, code, texts] as const));

// Holds dash-013.
test.each(table)('in %s, %s has a full sentence without the code', (_language, code, texts) => {
  const sentence = texts[`failure.${code}`] ?? '';
  // Chinese needs the fewest characters.
  expect(sentence.length).toBeGreaterThan(5);
  expect(sentence).toMatch(/[.!?。]$/);
  expect(sentence).not.toContain(code);
});

const faults = spoken.flatMap(([language, texts]) =>
  Object.keys(faultSentences).map((code) => [language, code, texts] as const),
);

test.each(faults)('in %s, the fault %s of a field has its sentence', (_language, code, texts) => {
  expect(texts[`fault.${code}`]).toMatch(/\S.*[.。]$/);
});

// Holds dash-101.
test.each(spoken.filter(([language]) => language !== 'en'))(
  'translates each sentence into %s',
  (_language, texts) => {
    const ids = [
      ...every.map((code) => `failure.${code}`),
      ...Object.keys(faultSentences).map((code) => `fault.${code}`),
    ];
    expect(ids.filter((id) => texts[id] === sentences[id])).toEqual([]);
  },
);
