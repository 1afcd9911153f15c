import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listPage, paging, type CreatedRange, type Paging } from './lists';
import { parameters } from './parameters';
import { Refusal } from './refusal';
import { parseForm } from './tree';

const { read } = parameters(paging);
const refusedFor = (form: string): Refusal['body'] => {
  try {
    read(parseForm(form));
  } catch (problem) {
    if (problem instanceof Refusal) return problem.body;
  }
  throw new Error(`${form} was not refused.`);
};

/** Oldest first, as in the store. Some have the same second. */
const made = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `pi_${index}`, created: 100 + Math.floor(index / 2) }));
const page = (entities: ReturnType<typeof made>, params: Paging) =>
  listPage('payment_intent', '/v1/payment_intents', entities, params, ({ id }) => id);

describe('lists', () => {
  it('are newest first, with ten items a page by default', () => {
    const list = page(made(12), {});
    expect(list).toMatchObject({ object: 'list', url: '/v1/payment_intents', has_more: true });
    expect(list.data).toHaveLength(10);
    expect([list.data[0], list.data[9]]).toEqual(['pi_11', 'pi_2']);
  });

  // Holds pay-163.
  it('return every item once, forwards and backwards, for any page size', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.integer({ min: 1, max: 12 }), (count, limit) => {
        const all = made(count);
        const wanted = all.map(({ id }) => id).reverse();
        const forwards: string[] = [];
        for (let more = true, turns = 0; more && turns <= count; turns += 1) {
          const last = forwards.at(-1);
          const got = page(all, { limit, ...(last !== undefined && { starting_after: last }) });
          expect(got.data.length).toBeLessThanOrEqual(limit);
          forwards.push(...got.data);
          more = got.has_more;
        }
        expect(forwards).toEqual(wanted);
        const backwards = wanted.slice(-1);
        for (let more = count > 1, turns = 0; more && turns <= count; turns += 1) {
          const got = page(all, { limit, ending_before: backwards[0] ?? '' });
          backwards.unshift(...got.data);
          more = got.has_more;
        }
        expect(backwards).toEqual(wanted);
      }),
    );
  });

  const bound = fc.option(fc.integer({ min: 97, max: 112 }), { nil: undefined });
  // Holds pay-163.
  it('filter by a range of times', () => {
    fc.assert(
      fc.property(fc.record({ gt: bound, gte: bound, lt: bound, lte: bound }), (bounds) => {
        const created = Object.fromEntries(
          Object.entries(bounds).filter(([, value]) => value !== undefined),
        ) as CreatedRange;
        const { gt = -1, gte = -1, lt = 1e9, lte = 1e9 } = created;
        const all = made(20);
        const fitting = all.filter(
          (each) => each.created > gt && each.created >= gte && each.created < lt && each.created <= lte,
        );
        const wanted = fitting.map(({ id }) => id).reverse();
        expect(page(all, { limit: 100, created }).data).toEqual(wanted);
      }),
    );
  });

  it('filter by one second or by a range', () => {
    expect(read(parseForm('created=105')).created).toEqual({ gte: 105, lte: 105 });
    const all = { gt: 1, gte: 2, lt: 9, lte: 8 };
    const form = Object.entries(all).map(([name, value]) => `created[${name}]=${value}`);
    expect(read(parseForm(form.join('&'))).created).toEqual(all);
    expect(read(parseForm('starting_after=a')).starting_after).toBe('a');
    expect(read(parseForm('ending_before=b')).ending_before).toBe('b');
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['created[after]=1', 'created[after]'],
    ['created[gt]=soon', 'created[gt]'],
    ['starting_after=', 'starting_after'],
  ])('refuse %s and name the parameter', (form, param) => {
    expect(refusedFor(form)).toMatchObject({ type: 'invalid_request_error', param });
  });

  it('accept the smallest and the largest page size', () => {
    expect([read(parseForm('limit=1')).limit, read(parseForm('limit=100')).limit]).toEqual([1, 100]);
  });

  it('refuse both directions at once', () => {
    const both = () => page(made(3), { starting_after: 'pi_2', ending_before: 'pi_0' });
    expect(both).toThrow(
      expect.objectContaining({ body: expect.objectContaining({ code: 'parameters_exclusive' }) }),
    );
  });

  it.each(['starting_after', 'ending_before'])('refuse a cursor from another list in %s', (param) => {
    const ask = () => page(made(3), { [param]: 'pi_other' });
    expect(ask).toThrow(expect.objectContaining({ status: 404 }));
    expect(ask).toThrow(
      expect.objectContaining({ body: expect.objectContaining({ code: 'resource_missing', param }) }),
    );
  });
});
