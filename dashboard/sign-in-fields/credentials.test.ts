import { describe, expect, test } from 'vitest';
import { passwordStrength } from './credentials';

describe('password strength', () => {
  const strength = (password: string) => passwordStrength(password, 'ada@example.com');

  // Holds dash-012.
  test('rates common passwords as weak', () => {
    const first = ['', '123456', 'aaaaaaaaaaaa', 'password', 'qwerty', 'ada123', 'abcdefghijkl'];
    expect(first.filter((password) => strength(password) !== 'weak')).toEqual([]);
  });

  // Holds dash-012.
  test('rewards length more than symbols', () => {
    expect(strength('correct horse battery staple')).toBe('strong');
    expect(strength('T!g7k')).toBe('weak');
  });

  test('rates a long password as weak when it is mostly the email', () => {
    expect(passwordStrength('lovelace!9', 'lovelace@example.com')).toBe('weak');
  });
});
