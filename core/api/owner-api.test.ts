import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { connectBody, pageAddress, refundBody, siteBody } from './owner-api';

const fits = (schema: v.GenericSchema, input: unknown) => v.safeParse(schema, input).success;

describe('a refund request', () => {
  const refund = { requestId: '0f9b1c2d-3e4f-4a5b-8c6d-aaaaaaaaaaaa', amount: 200, reason: 'duplicate' };
  it('takes an amount, or null for all that is left', () => {
    expect([200, 1, 99_999_999, null].every((amount) => fits(refundBody, { ...refund, amount }))).toBe(true);
  });
  it.each([0, -1, 1.5, 100_000_000, '200', undefined])('refuses the amount %j', (amount) => {
    expect(fits(refundBody, { ...refund, amount })).toBe(false);
  });
  it.each([{ requestId: 'mine' }, { reason: 'because' }, { note: 'more' }])(
    'refuses the body %j',
    (change) => {
      expect(fits(refundBody, { ...refund, ...change })).toBe(false);
    },
  );
});

it.each([
  ['blog.example', 'blog.example'],
  ['  Blog.Example ', 'blog.example'],
  ['a-b.co.example', 'a-b.co.example'],
])('reads the domain %j as %s', (domain, read) => {
  expect(v.parse(siteBody, { domain })).toEqual({ domain: read });
});

it.each([
  '',
  'blog',
  'https://blog.example',
  '-a.example',
  'a..example',
  'blog.example/x',
  `${'a'.repeat(64)}.example`,
])('refuses %j as a domain', (domain) => {
  expect(fits(siteBody, { domain })).toBe(false);
});

it('completes the URL of a page', () => {
  expect(v.parse(pageAddress, ' blog.example/about ')).toBe('https://blog.example/about');
  expect(
    [
      '',
      'mailto:a@b.example',
      'javascript:1',
      'https://a@b.example',
      `https://a.example/${'x'.repeat(2048)}`,
    ].some((url) => fits(pageAddress, url)),
  ).toBe(false);
});

it('takes a country code to connect', () => {
  expect(fits(connectBody, { country: 'JP', currency: 'jpy' })).toBe(true);
  expect(fits(connectBody, { country: 'JP', currency: null })).toBe(true);
  expect(
    [
      { country: 'jp', currency: null },
      { country: 'JP', currency: 'xxx' },
    ].some((each) => fits(connectBody, each)),
  ).toBe(false);
});
