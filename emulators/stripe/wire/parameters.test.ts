import fc from 'fast-check';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startStripeSandbox } from '../start-stripe-sandbox';
import { PUBLISHABLE_KEY, SECRET_KEY, openSandbox } from '../testing/open-sandbox';
import { createFaults, type FaultKind } from './http-answer';
import { Refusal } from './refusal';
import {
  flag,
  integer,
  isBranch,
  list,
  listPage,
  metadata,
  object,
  oneOf,
  optional,
  paging,
  parameters,
  parseForm,
  required,
  text,
  unsettable,
  type CreatedRange,
  type Paging,
  type Tree,
} from './parameters';

describe('parameters', () => {
  const { read, names } = parameters({
    name: optional(text(5)),
    note: optional(unsettable(text())),
    amount: required(integer(1, 100)),
    on: optional(flag),
    kind: optional(oneOf('card', 'link')),
    types: optional(list(oneOf('card', 'link'))),
    nested: optional(object({ inner: required(text()), other: optional(integer()) })),
    metadata: optional(metadata),
  });
  const given = (form: string) => read(parseForm(`amount=1&${form}`));

  /** The error of a refused request, and whether its idempotency key stays free. */
  function refused(form: string) {
    try {
      read(parseForm(form));
    } catch (problem) {
      if (problem instanceof Refusal) return { ...problem.body, rollbackMode: problem.rollbackMode };
    }
    throw new Error(`${form} was not refused.`);
  }

  describe('parameters', () => {
    it('are parsed by their declared type', () => {
      expect(
        given('name=12345&note=&on=false&kind=link&types[0]=card&types[1]=link&nested[inner]=x'),
      ).toStrictEqual({
        name: '12345',
        note: null,
        amount: 1,
        on: false,
        kind: 'link',
        types: ['card', 'link'],
        nested: { inner: 'x' },
      });
      expect(given('on=true').on).toBe(true);
      expect(read(parseForm('amount=100')).amount).toBe(100);
      expect(names).toContain('nested');
    });

    // Holds pay-160.
    it.each([
      ['', 'amount', 'parameter_missing'],
      ['amount=1&nested[other]=1', 'nested[inner]', 'parameter_missing'],
      ['amount=1&colour=red', 'colour', 'parameter_unknown'],
      ['amount=1&nested[inner]=x&nested[colour]=red', 'nested[colour]', 'parameter_unknown'],
      ['amount=1&toString=x', 'toString', 'parameter_unknown'],
      ['amount=1&__proto__[x]=1', '__proto__', 'parameter_unknown'],
      ['amount=0', 'amount', 'parameter_invalid_integer'],
      ['amount=101', 'amount', 'parameter_invalid_integer'],
      ['amount=1e1', 'amount', 'parameter_invalid_integer'],
      ['amount=1.0', 'amount', 'parameter_invalid_integer'],
      ['amount=', 'amount', 'parameter_invalid_integer'],
      ['amount[0]=1', 'amount', 'parameter_invalid_integer'],
      ['amount=1&name=', 'name', 'parameter_invalid_empty'],
      ['amount=1&name=123456', 'name', 'parameter_invalid_string_too_long'],
      ['amount=1&name[0]=a', 'name', undefined],
      ['amount=1&on=1', 'on', undefined],
      ['amount=1&kind=cash', 'kind', undefined],
      ['amount=1&types=card', 'types', undefined],
      ['amount=1&types[0]=card&types[1]=cash', 'types[1]', undefined],
      ['amount=1&nested=x', 'nested', undefined],
      ['amount=1&metadata=x', 'metadata', undefined],
      ['amount=1&metadata[a][b]=x', 'metadata[a]', undefined],
      [`amount=1&metadata[${'k'.repeat(41)}]=x`, 'metadata', undefined],
      [`amount=1&metadata[a]=${'v'.repeat(501)}`, 'metadata[a]', undefined],
      [
        `amount=1&${Array.from({ length: 51 }, (_, index) => `metadata[k${index}]=v`).join('&')}`,
        'metadata',
        undefined,
      ],
    ])('refuse %s, name the parameter, and leave the idempotency key free', (form, param, code) => {
      const refusal = refused(form);
      expect(refusal).toMatchObject({ type: 'invalid_request_error', param, rollbackMode: 'forget' });
      expect(refusal.code).toBe(code);
    });

    it('accept metadata up to its limits, and an empty value removes a key', () => {
      const key = 'k'.repeat(40);
      const value = 'v'.repeat(500);
      expect(given(`metadata[${key}]=${value}&metadata[gone]=`).metadata).toEqual({
        [key]: value,
        gone: null,
      });
      const fifty = Array.from({ length: 50 }, (_, index) => `metadata[k${index}]=v`).join('&');
      expect(Object.keys(given(fifty).metadata ?? {})).toHaveLength(50);
    });

    it('in a JSON body keep their types', () => {
      expect(read({ amount: 7, on: true, note: null, metadata: { a: 5, b: null } })).toStrictEqual({
        amount: 7,
        on: true,
        note: null,
        metadata: { a: '5', b: null },
      });
      for (const amount of [7.5, Number.MAX_SAFE_INTEGER + 1, true, null, [7]])
        expect(() => read({ amount } as never)).toThrow(Refusal);
    });
  });
});

describe('tree', () => {
  const name = fc.stringMatching(/^[a-z_]{1,8}$/);
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.string(),
      fc.array(tie('tree'), { minLength: 1, maxLength: 12 }),
      fc.dictionary(name, tie('tree'), { minKeys: 1, maxKeys: 4 }),
    ),
  }));

  /** The SDK's notation: brackets for objects, indices for lists. */
  function pairs(key: string, value: unknown): [string, string][] {
    if (typeof value === 'string') return [[key, value]];
    return Object.entries(value as object).flatMap(([part, inner]) => pairs(`${key}[${part}]`, inner));
  }

  // Holds pay-161.
  it('parses everything that the SDK can write', () => {
    fc.assert(
      fc.property(fc.dictionary(name, tree, { maxKeys: 4 }), (asked) => {
        const form = new URLSearchParams(
          Object.entries(asked).flatMap(([key, value]) => pairs(key, value)),
        ).toString();
        expect(JSON.parse(JSON.stringify(parseForm(form)))).toEqual(JSON.parse(JSON.stringify(asked)));
      }),
    );
  });

  it('parses lists without indices, and sorts by index', () => {
    expect(parseForm('expand[]=a&expand[]=b')).toEqual({ expand: ['a', 'b'] });
    const many = Array.from({ length: 11 }, (_, index) => `v${index}`);
    const shuffled = [...many.entries()].reverse().map(([index, value]) => `a[${index}]=${value}`);
    expect(parseForm(shuffled.join('&'))).toEqual({ a: many });
  });

  it('never throws, and cannot change a prototype', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'a[]=&0_%.'.split(''), '__proto__', '[]') }),
        (form) => {
          const read: Tree = parseForm(form);
          expect(isBranch(read)).toBe(true);
        },
      ),
    );
    parseForm('__proto__[polluted]=yes&constructor[prototype][polluted]=yes');
    expect('polluted' in {}).toBe(false);
  });

  it('separates objects from lists and from nothing', () => {
    expect([{}, [], null, 'a', 1].map((value) => isBranch(value))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('lists', () => {
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
    Array.from({ length: count }, (_, index) => ({
      id: `pi_${index}`,
      created: 100 + Math.floor(index / 2),
    }));
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
});

describe('faults', () => {
  const cut: FaultKind = { kind: 'cut', when: 'before' };
  const lag: FaultKind = { kind: 'latency', milliseconds: 5 };
  const always = { share: 1, left: null };

  describe('faults', () => {
    it.each([
      ['POST /v1/refunds', true],
      ['POST /v1/*', true],
      ['* /v1/refunds', true],
      ['*', true],
      ['*refunds', true],
      ['GET /v1/refunds', false],
      ['POST /v1/refund', false],
      ['POST /v1/refunds/re_1', false],
      ['OST /v1/refunds', false],
      ['POST .v1.refunds', false],
    ])('on the route %s match a refund: %s', (route, meets) => {
      const faults = createFaults(() => 0);
      faults.add({ route, fault: cut, ...always });
      expect(faults.take('POST', '/v1/refunds')).toEqual(meets ? [cut] : []);
    });

    // Holds pay-175.
    it('apply as often as requested, each with its own counter, and then end', () => {
      const faults = createFaults(() => 0);
      faults.add({ route: '*', fault: cut, share: 1, left: 2 });
      faults.add({ route: 'GET *', fault: lag, ...always });
      expect(faults.take('GET', '/a')).toEqual([cut, lag]);
      expect(faults.list().map(({ left }) => left)).toEqual([1, null]);
      expect(faults.take('POST', '/a')).toEqual([cut]);
      expect(faults.list()).toHaveLength(1);
      expect(faults.take('GET', '/a')).toEqual([lag]);
      faults.clear();
      expect(faults.take('GET', '/a')).toEqual([]);
    });

    // Holds pay-175.
    it('apply at the given rate, and count only the requests that they affect', () => {
      const chances = [0.2, 0.3, 0.29, 0.9];
      const faults = createFaults(() => chances.shift() ?? 1);
      faults.add({ route: '*', fault: cut, share: 0.3, left: 2 });
      const met = Array.from({ length: 4 }, () => faults.take('GET', '/a').length);
      expect(met).toEqual([1, 0, 1, 0]);
    });
  });
});

describe('the sandbox server', () => {
  const ask = (port: number, host: string, path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });

  const options = { stateFile: null, secretKey: SECRET_KEY, publishableKey: PUBLISHABLE_KEY, webhooks: [] };

  // Holds pay-155.
  it('answers only for loopback host names', async () => {
    const sandbox = await openSandbox();
    for (const path of ['/', '/v1/account', '/__sandbox', '/stripe.js'])
      expect(await ask(sandbox.port, 'rebound.example', path)).toBe(421);
    expect(await ask(sandbox.port, `localhost:${sandbox.port}`, '/')).toBe(200);
    await sandbox.close();
  });

  it('answers its own network once it is told to listen there, and a public name never', async () => {
    const open = await startStripeSandbox({ ...options, host: '0.0.0.0' });
    const asked = ['localhost', `stripe:${open.port}`, '192.168.0.2', 'attacker.example'];
    expect(await Promise.all(asked.map((host) => ask(open.port, host, '/stripe.js')))).toEqual([
      200, 200, 200, 421,
    ]);
    expect(open.url).toBe(`http://127.0.0.1:${open.port}`);
    await open.close();
  });

  // Holds pay-155.
  it('refuses live keys and keys of another kind', async () => {
    await expect(startStripeSandbox({ ...options, secretKey: 'sk_live_x' })).rejects.toThrow('live key');
    await expect(startStripeSandbox({ ...options, publishableKey: 'sk_test_x' })).rejects.toThrow('pk_test_');
  });

  it('reports in one sentence that the port is in use', async () => {
    const sandbox = await openSandbox();
    await expect(startStripeSandbox({ ...options, port: sandbox.port })).rejects.toThrow(/is in use/);
    await sandbox.close();
  });

  // Holds pay-156.
  it('gives the same ids for the same seed', async () => {
    const make = async () => {
      const sandbox = await openSandbox({ seed: { ids: 'seven' } });
      const { id } = await sandbox.stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
      await sandbox.close();
      return id;
    };
    expect(await make()).toBe(await make());
  });
});
