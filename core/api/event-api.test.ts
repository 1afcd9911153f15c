import { describe, expect, it } from 'vitest';
import { maxCardEvents, parseCardReport, siteOf } from './event-api';

const view = { kind: 'view', handle: 'ada', placement: 'https://example.com/' } as const;
const crash = { kind: 'crash' };

describe('an event body', () => {
  it('accepts views and clicks', () => {
    const events = [view, { kind: 'click', handle: 'Ada', link: 'k3' }];
    expect(parseCardReport({ events })).toEqual({
      ok: true,
      value: { card: null, from: null, events: [view, { ...events[1], handle: 'ada' }], crashed: false },
    });
  });

  it('accepts the version of the card and a crash, which belongs to no profile', () => {
    expect(parseCardReport({ card: '0.12.3', events: [view, crash] })).toEqual({
      ok: true,
      value: { card: '0.12.3', from: null, events: [view], crashed: true },
    });
    expect(parseCardReport({ card: '0.12.3', events: [crash] })).toMatchObject({
      value: { events: [], crashed: true },
    });
  });

  it.each([
    ['social.example', 'social.example'],
    ['https://social.example/profile?id=7', null],
    [`${'a'.repeat(60)}.example`, null],
    [7, null],
  ])('reads %s as the site %s, and counts the views either way', (from, site) => {
    expect(parseCardReport({ from, events: [view] })).toMatchObject({
      value: { from: site, events: [view] },
    });
  });

  it.each([
    ['nothing', []],
    ['too many', Array.from({ length: maxCardEvents + 1 }, () => view)],
    ['another kind', [{ ...view, kind: 'tip' }]],
    ['a click on no link', [{ kind: 'click', handle: 'ada' }]],
    ['a name for the visitor', [{ ...view, visitor: 'v1' }]],
    ['no handle', [{ kind: 'view' }]],
    ['the error of a crash', [{ ...crash, message: 'x is not a function' }]],
  ])('refuses %s', (_what, events) => {
    expect(parseCardReport({ events })).toMatchObject({ ok: false, problem: { code: 'invalid-fields' } });
  });

  it.each(['0.1', '1.0.0-beta', '<script>', '', 7])('refuses %s as a version', (card) => {
    expect(parseCardReport({ card, events: [view] })).toMatchObject({ ok: false });
  });
});

it.each([
  ['https://Blog.Example:8443', 'blog.example'],
  ['https://münchen.example', 'xn--mnchen-3ya.example'],
  ['http://[::1]:4100', null],
  ['null', null],
  ['file://', null],
  [null, null],
])('counts %s as the site %s', (url, site) => {
  expect(siteOf(url)).toBe(site);
});
