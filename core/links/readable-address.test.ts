import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readableAddress, suggestedName } from './readable-address';

it.each([
  ['https://www.xn--mller-kva.de/', 'müller.de'],
  ['https://müller.de/stra%C3%9Fe?a=1#b', 'müller.de/straße?a=1#b'],
  ['http://ada.example:8080/x', 'ada.example:8080/x'],
  ['https://łódź.example/', 'łódź.example'],
  ['https://аррӏе.com/ada', 'xn--80ak6aa92e.com/ada'],
  ['https://instagrám.com/ada', 'xn--instagrm-fza.com/ada'],
  ['https://ada.example/a%20b%E2%80%AEc', 'ada.example/a%20b%E2%80%AEc'],
  ['https://ada.example/%E0%A4', 'ada.example/%E0%A4'],
  ['mailto:ada@xn--mller-kva.de', 'mailto:ada@müller.de'],
  ['mailto:ada@аррӏе.com', 'mailto:ada@xn--80ak6aa92e.com'],
  ['tel:+491234', 'tel:+491234'],
  ['not an address', 'not an address'],
])('%s is shown as %s', (url, shown) => {
  expect(readableAddress(url)).toBe(shown);
});

it('shows an address that leads to the same place, and shows it the same way again', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      const shown = readableAddress(url);
      const [one, other] = [new URL(url), new URL(`${new URL(url).protocol}//${shown}`)];
      expect(other.hostname).toBe(one.hostname.replace(/^www\./, ''));
      expect(other.search).toBe(one.search.replace(/\/$/, ''));
      expect(readableAddress(other.href)).toBe(shown);
    }),
  );
});

it.each([
  ['https://xn--mller-kva.de/', 'müller.de'],
  ['https://аррӏе.com/', 'xn--80ak6aa92e.com'],
  ['https://www.instagram.com/ada', 'Instagram'],
  ['https://www.ada.example/a', 'ada.example'],
  ['mailto:a@b.example', 'Email'],
  ['nonsense', 'Link'],
  ['https://open.spotify.com/artist/1', 'Spotify'],
])('%s is named %s', (url, name) => {
  expect(suggestedName(url)).toBe(name);
});
