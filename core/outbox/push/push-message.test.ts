import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { pushUser, pushUserText } from './push-message';

const userOf = (uid: string) => pushUser(createHash('sha256').update(pushUserText(uid)).digest());

it('names an owner by 32 hexadecimal digits', () => {
  expect(userOf('ada')).toMatch(/^[0-9a-f]{32}$/);
  expect(pushUser(new Uint8Array([0, 10, 255]))).toBe('000aff');
});

it('gives each owner another name, and none that shows the uid', () => {
  expect(userOf('ada')).not.toBe(userOf('kim'));
  expect(userOf('abcdef')).not.toContain('abcdef');
});
