import { afterEach, describe, expect, it, vi } from 'vitest';
import { sampleProfile } from '../testing/sample-profile';
import { returnUrl } from './pay-here';

describe('return url', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const receipt = 'https://busker.example/t/back';
  const options = { host: 'https://busker.example', profile: sampleProfile(), returnsToReceipt: false };

  /** Where a bank sends the fan of a page with this address. */
  function from(href: string, change: Partial<typeof options> = {}): string {
    vi.stubGlobal('location', { href, protocol: new URL(href).protocol });
    return returnUrl({ ...options, ...change });
  }

  describe('the address to which a bank sends the fan back', () => {
    // Holds pay-331.
    it.each([
      ['https://site.example/', 'https://site.example/?busker_tip=ada'],
      ['http://127.0.0.1:5000/a', 'http://127.0.0.1:5000/a?busker_tip=ada'],
      ['https://site.example/a?b=1&c=%20#part', 'https://site.example/a?b=1&c=%20&busker_tip=ada'],
      ['https://site.example/a#?b=1', 'https://site.example/a?busker_tip=ada'],
    ])('is the page without its fragment and with the mark of the card: %s', (href, expected) => {
      expect(from(href)).toBe(expected);
    });

    it('names the handle so that it can be read again', () => {
      const profile = sampleProfile({ handle: 'a&b' });
      expect(new URL(from('https://site.example/', { profile })).searchParams.get('busker_tip')).toBe('a&b');
    });

    it('is the page up to 1,500 characters with the mark, and the receipt beyond', () => {
      const mark = '?busker_tip=ada';
      const page = `https://site.example/${'a'.repeat(1_500 - 'https://site.example/'.length - mark.length)}`;
      expect(from(page)).toBe(page + mark);
      expect(from(`${page}a`)).toBe(receipt);
      expect(from(`${page}#${'a'.repeat(2_000)}`)).toBe(page + mark);
    });

    it.each([
      'file:///home/ada/card.html',
      'about:srcdoc',
      'blob:https://site.example/1',
      'capacitor://localhost/',
    ])('is the receipt for a page that is not on the web: %s', (href) => expect(from(href)).toBe(receipt));

    it('is the receipt in a frame, also of the same site, since banks refuse frames', () => {
      vi.stubGlobal('top', { origin: window.origin });
      expect(from('https://site.example/')).toBe(receipt);
    });

    it('is the receipt in a browser inside an app, from which banks return to another browser', () => {
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 Instagram 300');
      expect(from('https://site.example/')).toBe(receipt);
    });

    it('is the receipt where the tag asks for it', () => {
      expect(from('https://site.example/', { returnsToReceipt: true })).toBe(receipt);
    });
  });
});
