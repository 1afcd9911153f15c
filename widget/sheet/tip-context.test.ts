import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tipTextLimits } from '../../core/tip/tip';
import { tipContext } from './tip-context';

const page = (href: string, { title = 'Bow hair in the rain', canonical = '' } = {}) => {
  const parsed = new DOMParser().parseFromString(
    canonical ? `<link rel="canonical" href="${canonical}">` : '',
    'text/html',
  );
  return { title, location: { href }, querySelector: (selector: string) => parsed.querySelector(selector) };
};
const untold = { forText: null, placement: null };

describe('what a tip thanks for, and where', () => {
  // Holds tag-028.
  it('is the page’s title, and its address without query or fragment', () => {
    expect(tipContext(untold, page('https://ada.example/notes?utm=x&token=secret#me'))).toEqual({
      for: 'Bow hair in the rain',
      placement: 'https://ada.example/notes',
    });
  });

  // Holds tag-029.
  it('is the canonical address where the page names one, and never its query', () => {
    const facts = page('https://ada.example/p?id=7', { canonical: '/notes/bow-hair?ref=home' });
    expect(tipContext(untold, facts).placement).toBe('https://ada.example/notes/bow-hair');
  });

  it('is the tag’s word above all', () => {
    const told = { forText: 'The cello suite', placement: 'article-end' };
    expect(tipContext(told, page('https://ada.example/?q=1'))).toEqual({
      for: 'The cello suite',
      placement: 'article-end',
    });
  });

  it.each(['about:srcdoc', 'file:///home/ada/page.html', 'data:text/html,x', ''])(
    'names no place on a page at %o',
    (href) => {
      expect(tipContext(untold, page(href, { title: ' ' }))).toEqual({ for: null, placement: null });
    },
  );

  // Holds tag-029.
  it('never hands on a query or fragment of the reader’s, and fits what the server takes', () => {
    const word = fc.stringMatching(/^[a-z]{3,12}$/);
    fc.assert(
      fc.property(word, fc.string({ maxLength: 300 }), (secret, title) => {
        const told = tipContext(untold, page(`https://a.example/p?x=q${secret}#f${secret}`, { title }));
        expect(told.placement).toBe('https://a.example/p');
        expect(Array.from(told.for ?? '').length).toBeLessThanOrEqual(tipTextLimits.for);
      }),
    );
  });
});
