import * as v from 'valibot';
import { expect, it } from 'vitest';
import { deleteAnswer, deletionAnswer, exportBody } from './leave-api';

it('an export is a table or JSON', () => {
  expect(v.is(exportBody, { format: 'csv' })).toBe(true);
  expect(v.is(exportBody, { format: 'csv', from: '2026-01-01', until: '2026-01-01' })).toBe(true);
  expect(v.is(exportBody, { format: 'csv', from: '2026-01-02', until: '2026-01-01' })).toBe(false);
  for (const body of [{}, { format: 'xml' }, { format: 'csv', more: 1 }])
    expect(v.is(exportBody, body)).toBe(false);
});

it('a deletion is over, or has a ticket', () => {
  expect(v.is(deleteAnswer, { deleted: true })).toBe(true);
  expect(v.is(deleteAnswer, { deleted: false, ticket: 't' })).toBe(true);
  expect(v.is(deleteAnswer, { deleted: false })).toBe(false);
  expect(v.is(deletionAnswer, { name: 'unknown' })).toBe(true);
  expect(v.is(deletionAnswer, { name: 'running', step: 'data', done: 0, total: null })).toBe(true);
});
