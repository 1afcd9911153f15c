import { describe, expect, it } from 'vitest';
import type { CardEvent } from '../../core/api/event-api';
import { EventAllowance } from './event-allowance';
import { InMemoryClock } from '../testing/in-memory-deps';

const view = (handle: string): CardEvent => ({ kind: 'view', handle });
const click = (link: string): CardEvent => ({ kind: 'click', handle: 'ada', link });
const many = (event: CardEvent, count: number) => Array.from({ length: count }, () => event);

describe('the counted events of one address per hour', () => {
  it('are thirty views of one profile and thirty clicks on one link', () => {
    const allowance = new EventAllowance(new InMemoryClock(), 1);
    expect(allowance.admit('a', many(view('ada'), 100))).toHaveLength(30);
    expect(allowance.admit('a', many(view('grace'), 100))).toHaveLength(30);
    expect(allowance.admit('a', many(click('insta'), 100))).toHaveLength(30);
    expect(allowance.admit('b', many(view('ada'), 2))).toHaveLength(2);
  });

  it('are three hundred in total', () => {
    const allowance = new EventAllowance(new InMemoryClock(), 1);
    const events = Array.from({ length: 400 }, (_, index) => view(`name${index}`));
    expect(allowance.admit('a', events)).toHaveLength(300);
    expect(allowance.admit('b', events)).toHaveLength(300);
  });

  it('start again after an hour, and grow with LIMIT_FACTOR', () => {
    const clock = new InMemoryClock();
    const allowance = new EventAllowance(clock, 2);
    expect(allowance.admit('a', many(view('ada'), 100))).toHaveLength(60);
    clock.advance(60 * 60_000 - 1);
    expect(allowance.admit('a', [view('ada')])).toEqual([]);
    clock.advance(1);
    expect(allowance.admit('a', [view('ada')])).toHaveLength(1);
  });

  it('use bounded memory for any number of addresses: the latest are kept', () => {
    const allowance = new EventAllowance(new InMemoryClock(), 1);
    allowance.admit('first', many(view('ada'), 30));
    for (let index = 0; index < 20_000; index += 1) allowance.admit(`address-${index}`, [view('ada')]);
    expect(allowance.admit('first', many(view('ada'), 31))).toHaveLength(30);
    expect(allowance.admit('address-19999', many(view('ada'), 31))).toHaveLength(29);
  });
});
