import { describe, expect, it } from 'vitest';
import type { CardEvent } from '../../core/api/channel-api';
import { EventAllowance } from './event-allowance';
import { InMemoryClock } from '../testing/in-memory-deps';

const view = (handle: string): CardEvent => ({ kind: 'view', handle });
const click = (link: string): CardEvent => ({ kind: 'click', handle: 'ada', link });
const many = (event: CardEvent, count: number) => Array.from({ length: count }, () => event);

describe('the counted events of one address', () => {
  it('are sixty a minute, of any kind and profile', () => {
    const clock = new InMemoryClock();
    const allowance = new EventAllowance(clock, 1);
    expect(allowance.admit('a', many(view('ada'), 40))).toHaveLength(40);
    expect(allowance.admit('a', [...many(view('grace'), 15), ...many(click('insta'), 15)])).toHaveLength(20);
    expect(allowance.admit('b', many(view('ada'), 100))).toHaveLength(60);
    clock.advance(60_000 - 1);
    expect(allowance.admit('a', [view('ada')])).toEqual([]);
    clock.advance(1);
    expect(allowance.admit('a', many(view('ada'), 100))).toHaveLength(60);
  });

  it('grow with LIMIT_FACTOR', () => {
    const allowance = new EventAllowance(new InMemoryClock(), 2);
    expect(allowance.admit('a', many(view('ada'), 200))).toHaveLength(120);
  });

  it('use bounded memory for any number of addresses: the latest are kept', () => {
    const allowance = new EventAllowance(new InMemoryClock(), 1);
    const handles = ['ada', 'grace', 'zoe', 'mary', 'joan'];
    allowance.admit('first', many(view('ada'), 30));
    for (let index = 0; index < 20_000; index += 1)
      allowance.admit(`address-${index}`, [view(handles[index % 5] ?? '')]);
    expect(allowance.admit('first', many(view('ada'), 100))).toHaveLength(60);
    expect(allowance.admit('address-19999', many(view('ada'), 100))).toHaveLength(59);
  });
});

it('five thousand events of one profile count in a second, from any number of addresses', () => {
  const clock = new InMemoryClock();
  const allowance = new EventAllowance(clock, 1);
  const sent = Array.from({ length: 6000 }, (_, index) => allowance.admit(`a${index}`, [view('ada')]));
  expect(sent.flat()).toHaveLength(5000);
  expect(allowance.admit('another', [view('ada'), view('grace')])).toEqual([view('grace')]);
  clock.advance(1000);
  expect(allowance.admit('another', [view('ada')])).toHaveLength(1);
});
