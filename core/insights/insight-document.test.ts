import { expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import { dayOf, insightDocument, siteField, timeOf } from './insight-document';

it('counts days in UTC', () => {
  expect([dayOf(noon), dayOf(Date.UTC(2026, 0, 1) - 1)]).toEqual(['2026-10-01', '2025-12-31']);
});

it('names a quarter of an hour by its beginning', () => {
  const at = (minute: number) => timeOf(Date.UTC(2026, 0, 1, 9, minute, 59, 999));
  expect([at(0), at(14), at(15), at(44), at(59)]).toEqual(['0900', '0900', '0915', '0930', '0945']);
  expect(timeOf(Date.UTC(2026, 0, 2) - 1)).toBe('2345');
});

it('stores a host name as one field, and reads it back', () => {
  expect(siteField('blog.example.com')).toBe('sites.blog,example,com');
  const stored = { v: 1, day: '2026-01-01', times: { '0900': { sites: { 'blog,example,com': 2 } } } };
  expect(insightDocument.decode(stored)).toMatchObject({
    value: { times: { '0900': { views: 0, sites: { 'blog.example.com': 2 } } } },
  });
});

it('reads a document from before there were times and sites', () => {
  const old = { v: 1, day: '2026-01-01', views: 3, clicks: { k1: 2 } };
  expect(insightDocument.decode(old)).toEqual({ ok: true, value: { ...old, sites: {}, times: {} } });
});

it('writes what it reads, with and without sites and times', () => {
  const counts = { views: 3, clicks: { k1: 2 } };
  const whole = { v: 1, day: '2026-01-01', ...counts, sites: { 'blog.example.com': 3 } } as const;
  const timed = { ...whole, times: { '0900': { ...counts, sites: { 'a.example': 1 } } } };
  expect(insightDocument.decode(insightDocument.encode(timed))).toEqual({ ok: true, value: timed });
  expect(insightDocument.encode({ v: 1, day: '2026-01-01', ...counts })).toEqual({
    v: 1,
    day: '2026-01-01',
    ...counts,
  });
});
