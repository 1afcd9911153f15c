import * as v from 'valibot';
import { expect, it } from 'vitest';
import { replyLimit } from '../tip/tip-text';
import { replyBody } from './owner-api';

const read = (text: unknown) => v.safeParse(replyBody, { text });

it('a reply is cleaned, and keeps its line breaks', () => {
  expect(read(' Thank you!\r\n\u202eSee you. ').output).toEqual({ text: 'Thank you!\nSee you.' });
});

it('a reply needs a text, of at most 500 code points', () => {
  expect(read('🎵'.repeat(replyLimit)).success).toBe(true);
  for (const wrong of ['🎵'.repeat(replyLimit + 1), ' \n ', '', 7, null, undefined])
    expect([wrong, read(wrong).success]).toEqual([wrong, false]);
});
