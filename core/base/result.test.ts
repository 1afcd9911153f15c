import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it, test, expectTypeOf } from 'vitest';
import { parsePublishableDraft } from '../profile/draft';
import { fakeDraft, instagramLink, fakeTip } from '../testing/fakes';
import { add, formatMoney, type Currency, type Money } from '../money/money';
import { parsePublicProfile, type PublicProfile } from '../profile/profile';
import type { PaymentStatus, Tip, TipState } from '../tip/tip';
import type { TipRequest } from '../fan-api/tip-api';
import { tipDocument } from '../money-documents/tip-document';
import { fault, faultSentence, readFault } from './field-faults';
import { errorsPage, problemKinds, type ProblemCode } from './problem-codes';
import {
  fail,
  faultsOf,
  isProblemCode,
  ok,
  parseWith,
  problem,
  problemJson,
  refusedField,
  unreachable,
  type Result,
} from './result';

describe('problem', () => {
  const codes = Object.keys(problemKinds) as ProblemCode[];

  describe('every problem', () => {
    test.each(codes)('%s: has a status, a sentence for people and a fix for developers', (code) => {
      const kind = problemKinds[code];
      expect(kind.status).toBeGreaterThanOrEqual(400);
      expect(kind.status).toBeLessThan(600);
      expect(kind.detail).toMatch(/^[A-Z].*\.$/);
      expect(kind.fix).toMatch(/^[A-Z].*\.$/);
      expect(kind.title).not.toMatch(/\.$/);
      expect(kind.detail + kind.title + kind.fix).not.toMatch(/donat/i);
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    });

    it('is in docs/errors.md, word for word', () => {
      const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
      expect(page, 'docs/errors.md is behind: run `npx tsx scripts/write-docs.ts`').toBe(errorsPage());
    });
  });

  it('carries fields and figures, and becomes problem+json', () => {
    const given = problem('total-changed', { figures: { amount: 546 }, detail: 'The total is $5.46 now.' });
    expect(problemJson(given, 'https://busker.example/errors')).toEqual({
      type: 'https://busker.example/errors#total-changed',
      title: 'The total has changed',
      status: 409,
      code: 'total-changed',
      detail: 'The total is $5.46 now.',
      figures: { amount: 546 },
    });
    expect(problem('internal').detail).toBe(problemKinds.internal.detail);
  });

  it('only the listed codes are problem codes', () => {
    expect(isProblemCode('internal')).toBe(true);
    expect(isProblemCode('toString')).toBe(false);
    expect(isProblemCode(5)).toBe(false);
  });

  it('is returned as a value; an unknown code throws', () => {
    expect({ ok: ok(1), fail: fail('no') }).toEqual({
      ok: { ok: true, value: 1 },
      fail: { ok: false, problem: 'no' },
    });
    // The compiler refuses every value here. These tests show what happens when one gets through anyway.
    expect(() => unreachable('odd' as never)).toThrow('Unexpected value: "odd"');
  });

  describe('parsing', () => {
    const schema = v.strictObject({
      name: v.pipe(v.string('A name.'), v.nonEmpty('No name.')),
      age: v.number('An age.'),
    });

    it('returns the value, or each refused field once', () => {
      expect(parseWith(schema, { name: 'Ada', age: 5 })).toEqual({
        ok: true,
        value: { name: 'Ada', age: 5 },
      });
      expect(parseWith(schema, { name: '', age: 'x' })).toMatchObject({
        problem: { code: 'invalid-fields', fields: { name: 'No name.', age: 'An age.' } },
      });
    });

    it('names the body when it is not an object, and unknown keys', () => {
      expect(parseWith(schema, 5)).toHaveProperty('problem.fields.body');
      const odd: unknown = JSON.parse('{"name":"Ada","age":5,"__proto__":{},"more":1}');
      const refused = parseWith(schema, odd);
      expect(refused.ok ? [] : Object.keys(refused.problem.fields ?? {})).toEqual(['__proto__']);
    });

    it('gives one sentence for a field with two faults', () => {
      const twice = v.object({ a: v.intersect([v.string('First.'), v.literal('x', 'Second.')]) });
      expect(parseWith(twice, { a: 5 })).toMatchObject({ problem: { fields: { a: 'First.' } } });
    });
  });

  it('gives a sentence and a fault for each refused field', () => {
    const refused = refusedField('amount', 'amount-missing');
    expect(refused).toMatchObject({ code: 'invalid-fields', faults: { amount: 'amount-missing' } });
    expect(refused.fields?.['amount']).toMatch(/^[A-Z].*\.$/);
    expect(faultsOf(refused)).toEqual({ amount: 'amount-missing' });
    expect(faultsOf({ fields: { name: 'Only a sentence.' } })).toEqual({ name: 'other' });
    expect(faultsOf({})).toEqual({});
  });
});

describe('faults of fields', () => {
  test('a fault and its number become one word and can be read back', () => {
    expect(fault('too-long', 60)).toBe('too-long:60');
    expect(readFault('too-long:60')).toEqual({ code: 'too-long', max: 60, word: null });
    expect(readFault('url-scheme:sms')).toEqual({ code: 'url-scheme', max: null, word: 'sms' });
    expect(readFault('url-scheme')).toEqual({ code: 'url-scheme', max: null, word: '' });
    expect(faultSentence('placeholder-unknown:{nmae}')).toBe('Nothing can be put in for {nmae}.');
    expect(readFault('url-missing')).toEqual({ code: 'url-missing', max: null, word: null });
    expect(readFault(fault('url-scheme', 'sms'))).toEqual({ code: 'url-scheme', max: null, word: 'sms' });
    expect(readFault('url-scheme')).toEqual({ code: 'url-scheme', max: null, word: '' });
    expect(faultSentence(fault('url-scheme', 'sms'))).toMatch(/^Addresses that start with sms: open/);
    expect(readFault('Enter a web address.')).toBeNull();
    expect(readFault('toString')).toBeNull();
  });

  test('a fault becomes an English sentence with its number; any other text is unchanged', () => {
    expect(faultSentence(fault('too-long', 60))).toBe('Keep this to 60 characters.');
    expect(faultSentence('Invalid type')).toBe('Invalid type');
  });

  test('a problem has each refused field twice: with a sentence for developers, with a fault for other languages', () => {
    const parsed = parsePublishableDraft(
      fakeDraft({ name: ' ', links: { k1: { ...instagramLink, label: 'x'.repeat(61) } } }),
    );
    expect(!parsed.ok && parsed.problem).toMatchObject({
      fields: { name: 'Tell people who you are.', 'links.k1.label': 'Keep this to 60 characters.' },
      faults: { name: 'name-missing', 'links.k1.label': 'too-long:60' },
    });
  });

  test('a field with an unknown fault is reported as `other`', () => {
    expect(
      faultsOf({ fields: { name: 'Invalid type', bio: 'Too long' }, faults: { bio: 'too-long:3' } }),
    ).toEqual({
      name: 'other',
      bio: 'too-long:3',
    });
    expect(faultsOf({})).toEqual({});
  });
});

// The compiler checks this file too: when it accepts a line that it should refuse, the expectation is unused and `npm run types` fails.

it('amounts carry their currency', () => {
  const five: Money = { minorUnits: 500, currency: 'usd' };
  // @ts-expect-error: a bare number is no amount
  expect(() => add(five, 5)).toThrow('Cannot add');
  // @ts-expect-error: currencies are lower-case codes that we know
  const odd: Currency = 'USD';
  // @ts-expect-error: amounts are not changed in place
  const change = () => (five.minorUnits = 600);
  expect(formatMoney(five, 'en')).toBe('$5.00');
  expect(odd).toBe('USD');
  expect(typeof change).toBe('function');
});

it('a result must be checked before its value is used', () => {
  const read = (given: unknown): Result<PublicProfile> => parsePublicProfile(given);
  const parsed = read({});
  // @ts-expect-error: it may have failed
  expect(parsed.value).toBeUndefined();
  expectTypeOf(ok(5)).toExtend<Result<number, string>>();
  expectTypeOf(fail('no')).toExtend<Result<number, string>>();
  expectTypeOf(ok('5')).not.toExtend<Result<number>>();
});

it('outside values have no type before they are decoded', () => {
  const stored: unknown = fakeTip();
  // @ts-expect-error: unknown is no tip
  const tip: Tip = stored;
  expect({ tipId: tip.tipId, ok: tipDocument.decode(stored).ok }).toEqual({ tipId: 'tip1', ok: false });
});

it('codes and states are closed lists', () => {
  // @ts-expect-error: no such code
  const unlisted = () => problem('no-such-code');
  expect(unlisted).toBeTypeOf('function');
  expectTypeOf<'paid'>().toExtend<TipState>();
  expectTypeOf<'succeeded'>().not.toExtend<TipState>();
  expectTypeOf<string>().not.toExtend<ProblemCode>();
});

it('a switch without a case for a status does not compile', () => {
  const forgetful = (status: Extract<PaymentStatus, 'draft' | 'awaiting'>) => {
    if (status === 'draft') return 'draft';
    // @ts-expect-error: awaiting is still possible here
    return unreachable(status);
  };
  expect(() => forgetful('awaiting')).toThrow('Unexpected value');
});

// Holds pay-128.
it('clients cannot name the account, the fee or the owner of a tip', () => {
  expectTypeOf<TipRequest>().not.toHaveProperty('accountId');
  expectTypeOf<TipRequest>().not.toHaveProperty('applicationFee');
  expectTypeOf<TipRequest>().not.toHaveProperty('ownerUid');
  expectTypeOf<TipRequest>().toHaveProperty('total');
});
