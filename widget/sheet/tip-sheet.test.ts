import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tipTextLimits } from '../../core/tip/tip';
import { tipContext } from './tip-sheet';

describe('tip context', () => {
  const page = (href: string, { title = 'Bow hair in the rain', canonical = '' } = {}) => {
    const parsed = new DOMParser().parseFromString(
      canonical ? `<link rel="canonical" href="${canonical}">` : '',
      'text/html',
    );
    return { title, location: { href }, querySelector: (selector: string) => parsed.querySelector(selector) };
  };
  const unset = { forText: null, placement: null };

  describe('what a tip is for, and where', () => {
    // Holds tag-028.
    it('is the page’s title, and its address without query and fragment', () => {
      expect(tipContext(unset, page('https://ada.example/notes?utm=x&token=secret#me'))).toEqual({
        for: 'Bow hair in the rain',
        placement: 'https://ada.example/notes',
      });
    });

    // Holds tag-029.
    it('is the canonical address if the page has one, without its query', () => {
      const facts = page('https://ada.example/p?id=7', { canonical: '/notes/bow-hair?ref=home' });
      expect(tipContext(unset, facts).placement).toBe('https://ada.example/notes/bow-hair');
    });

    it('is the tag’s text, if there is one', () => {
      const context = { forText: 'The cello suite', placement: 'article-end' };
      expect(tipContext(context, page('https://ada.example/?q=1'))).toEqual({
        for: 'The cello suite',
        placement: 'article-end',
      });
    });

    it.each(['about:srcdoc', 'file:///home/ada/page.html', 'data:text/html,x', ''])(
      'has no place on a page at %o',
      (href) => {
        expect(tipContext(unset, page(href, { title: ' ' }))).toEqual({ for: null, placement: null });
      },
    );

    it('thanks for nothing in particular where a form named "title" stands in for the page’s title', () => {
      const context = tipContext(unset, {
        ...page('https://ada.example/'),
        title: document.createElement('form'),
      });
      expect(context).toEqual({ for: null, placement: 'https://ada.example/' });
    });

    // Holds tag-029.
    it('never includes a query or fragment, and keeps to the server’s limits', () => {
      const word = fc.stringMatching(/^[a-z]{3,12}$/);
      fc.assert(
        fc.property(word, fc.string({ maxLength: 300 }), (secret, title) => {
          const context = tipContext(unset, page(`https://a.example/p?x=q${secret}#f${secret}`, { title }));
          expect(context.placement).toBe('https://a.example/p');
          expect(Array.from(context.for ?? '').length).toBeLessThanOrEqual(tipTextLimits.for);
        }),
      );
    });
  });
});
