import { expect, it } from 'vitest';
import { linkSymbols } from '../links/link';
import {
  isPictureSlot,
  linkSlots,
  maxBytesOf,
  maxLinkPictures,
  pageSlots,
  pictureSlots,
  sameUpload,
} from './picture-slots';
import { platformCatalogue } from '../platforms/platform-catalogue';

it('there are a few more slots than link pictures, with a smaller size limit', () => {
  expect(linkSlots.length).toBeGreaterThan(maxLinkPictures);
  expect([...pictureSlots, ...pageSlots, ...linkSlots].every(isPictureSlot)).toBe(true);
  expect(isPictureSlot('attic')).toBe(false);
  expect(maxBytesOf('link-01')).toBeLessThan(maxBytesOf('picture-a'));
});

it('two uploads into one slot have different generations', () => {
  const upload = { slot: 'picture-a', generation: '1' } as const;
  expect(sameUpload(upload, { ...upload })).toBe(true);
  expect(sameUpload(null, null)).toBe(true);
  expect(
    [null, { ...upload, generation: '2' }, { ...upload, slot: 'picture-b' as const }].some((other) =>
      sameUpload(upload, other),
    ),
  ).toBe(false);
});

it('no link symbol is a platform id', () => {
  const ids = new Set(platformCatalogue.map(({ id }) => id));
  expect(linkSymbols.filter((symbol) => ids.has(symbol))).toEqual([]);
});
