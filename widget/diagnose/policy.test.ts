import { describe, expect, it } from 'vitest';
import { keptOut, readPolicies } from './policy';

const own = 'https://site.example';
const host = 'https://busker.example';
const out = (text: string, wanted: readonly string[], directive: 'script-src' | 'frame-src' = 'script-src') =>
  readPolicies(text).flatMap((policy) => keptOut(policy, directive, wanted, own));

describe('the sources that a policy blocks', () => {
  it.each([
    ["script-src 'self'", [host]],
    ["script-src 'self' https://busker.example", []],
    ['script-src busker.example', []],
    ['script-src https:', []],
    ['script-src http:', []],
    ['script-src *', []],
    ["script-src 'none'", [host]],
    ['script-src *.example', []],
    ['script-src *.busker.example', [host]],
    ['script-src https://busker.example:8443', [host]],
    ['script-src busker.example:*', []],
    ['img-src https://busker.example', []],
    ["default-src 'self'", [host]],
    ["default-src 'self'; script-src busker.example", []],
    ["script-src 'nonce-abc' 'strict-dynamic'", []],
    ['script-src busker.example; script-src-elem https://other.example', [host]],
    ['script-src busker.example; script-src https://other.example', []],
  ])('%s', (text, missing) => {
    expect(out(text, [host])).toEqual(missing);
  });

  it('must be allowed by every one of several policies', () => {
    expect(out("script-src https:, script-src 'self'", [host])).toEqual([host]);
    expect(out('', [host])).toEqual([]);
  });

  it('are none when a wider pattern includes a narrower one', () => {
    const wanted = ['https://js.stripe.com', 'https://*.js.stripe.com'];
    expect(out('frame-src https://*.stripe.com', wanted, 'frame-src')).toEqual([]);
    expect(out('frame-src https://js.stripe.com', wanted, 'frame-src')).toEqual(['https://*.js.stripe.com']);
    expect(out('child-src https://js.stripe.com', ['https://js.stripe.com'], 'frame-src')).toEqual([]);
  });

  it('do not include the page’s own origin for `self`', () => {
    expect(out("script-src 'self'", [own])).toEqual([]);
  });
});
