import { expect, it } from 'vitest';
import { parseWith } from '../base/parse';
import { appealBody, appealTextLimit } from './appeal-api';

it('an objection is a clean text of a limited length', () => {
  expect(parseWith(appealBody, { text: ' I\u202E object. ' })).toEqual({
    ok: true,
    value: { text: 'I object.' },
  });
  for (const text of ['', ' ', 'x'.repeat(appealTextLimit + 1), 'x'.repeat(appealTextLimit * 3)])
    expect(parseWith(appealBody, { text }).ok, text.slice(0, 5)).toBe(false);
});
