import { expect, test } from 'vitest';
import { authCodes, authFailure, storeCodes, storeFailure, uploadCodes, uploadFailure } from './failure';
import { en } from './messages/en';

const authThrown = (code: string) =>
  authFailure(Object.assign(new Error('x'), { code: `auth/${code}` })).code;
const storeThrown = (code: string) => storeFailure(Object.assign(new Error('x'), { code })).code;
const sentences = en as Readonly<Record<string, string>>;

test('keeps each code that it knows', () => {
  expect(authCodes.map(authThrown)).toEqual(authCodes.map((code) => `auth/${code}`));
  expect(storeCodes.map(storeThrown)).toEqual(storeCodes.map((code) => `store/${code}`));
});

test('hides whether an address has an account', () => {
  const codes = ['wrong-password', 'user-not-found', 'invalid-login-credentials', 'invalid-credential'];
  expect(new Set(codes.map(authThrown))).toEqual(new Set(['auth/invalid-credential']));
});

test('calls what it does not know an internal error, and never throws itself', () => {
  expect(authThrown('brand-new-code')).toBe('auth/internal-error');
  for (const thrown of [null, undefined, 'text', 7, {}, { code: 7 }]) {
    expect(authFailure(thrown).code).toBe('auth/internal-error');
    expect(storeFailure(thrown).code).toBe('store/unknown');
    expect(uploadFailure(thrown).code).toBe('upload/unknown');
  }
});

test('recognises a store that was closed', () => {
  const thrown = Object.assign(new Error('The client has already been terminated.'), {
    code: 'failed-precondition',
  });
  expect(storeFailure(thrown).code).toBe('store/client-terminated');
});

test('has a sentence with a next step for every code, and none shows the code itself', () => {
  const codes = [
    ...authCodes.map((code) => `auth/${code}`),
    ...storeCodes.map((code) => `store/${code}`),
    ...uploadCodes.map((code) => `upload/${code}`),
  ];
  const weak = codes.filter((code) => {
    const sentence = sentences[`failure.${code}`] ?? '';
    return sentence.length < 20 || sentence.includes(code);
  });
  expect(weak).toEqual([]);
});
