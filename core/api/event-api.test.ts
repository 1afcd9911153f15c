import { describe, expect, it } from 'vitest';
import { maxCardEvents, parseCardEvents } from './event-api';

const view = { kind: 'view', handle: 'ada', placement: 'https://example.com/' } as const;

describe('an event body', () => {
  it('accepts views and clicks', () => {
    const events = [view, { kind: 'click', handle: 'Ada', link: 'k3' }];
    expect(parseCardEvents({ events })).toEqual({ ok: true, value: [view, { ...events[1], handle: 'ada' }] });
  });

  it.each([
    ['nothing', []],
    ['too many', Array.from({ length: maxCardEvents + 1 }, () => view)],
    ['another kind', [{ ...view, kind: 'tip' }]],
    ['a click on no link', [{ kind: 'click', handle: 'ada' }]],
    ['a name for the visitor', [{ ...view, visitor: 'v1' }]],
    ['no handle', [{ kind: 'view' }]],
  ])('refuses %s', (_what, events) => {
    expect(parseCardEvents({ events })).toMatchObject({ ok: false, problem: { code: 'invalid-fields' } });
  });
});
