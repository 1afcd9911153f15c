import { describe, expect, it } from 'vitest';
import {
  flag,
  integer,
  list,
  metadata,
  object,
  oneOf,
  optional,
  parameters,
  required,
  text,
  unsettable,
} from './parameters';
import { Refusal } from './refusal';
import { parseForm } from './tree';

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
    expect(given(`metadata[${key}]=${value}&metadata[gone]=`).metadata).toEqual({ [key]: value, gone: null });
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
