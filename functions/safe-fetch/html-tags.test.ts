import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tagsOf } from './html-tags';

describe('html tags', () => {
  const read = (html: string) =>
    tagsOf(html).map(({ name, attributes }) => [name, Object.fromEntries(attributes)]);

  describe('the tags of a page', () => {
    it.each([
      ['<A HREF="x" Rel=me>', [['a', { href: 'x', rel: 'me' }]]],
      ['<a href=\'a b\' rel = "me"\n>', [['a', { href: 'a b', rel: 'me' }]]],
      ['<link rel=me href=/x/>', [['link', { rel: 'me', href: '/x/' }]]],
      ['<a href="?a=1&amp;b=2&#38;c&#x3D;3&unknown;">', [['a', { href: '?a=1&b=2&c=3&unknown;' }]]],
      ['<a rel=me rel=no>', [['a', { rel: 'me' }]]],
      ['<a disabled hidden>', [['a', { disabled: '', hidden: '' }]]],
      ['<!-- <a rel=me> --><b>', [['b', {}]]],
      [
        '<script>"<a rel=me>"</script><b>',
        [
          ['script', {}],
          ['b', {}],
        ],
      ],
      [
        '<style><a></STYLE><b>',
        [
          ['style', {}],
          ['b', {}],
        ],
      ],
      ['1 < 2 <3 </p><b', [['b', {}]]],
      ['<!-- never closed <a rel=me>', []],
      ['<script>never closed <a rel=me>', [['script', {}]]],
      ['<a href="never closed', [['a', { href: '' }]]],
    ])('of %j are %j', (html, expected) => {
      expect(read(html)).toEqual(expected);
    });

    // Backtracking would take minutes for this text.
    it('are read from any text in one pass', () => {
      fc.assert(fc.property(fc.string(), (html) => void tagsOf(html)));
      for (const piece of ['<a href="', "<a b='", '<!--', '<script>', '<a ', '< a=', '&#', '<a =']) {
        expect(tagsOf(piece.repeat(50_000)).length).toBeGreaterThanOrEqual(0);
      }
    });
  });
});
