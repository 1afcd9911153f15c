import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { platformWithIcon } from './platform-icons';

it('names an icon only where the build ships its file', () => {
  const addresses = ['mailto:ada@example.com', 'tel:+4512345678', 'https://linkedin.com/in/ada'];
  const named = addresses.map((url) => `${platformWithIcon(url)}.svg`);
  expect(named.toSorted()).toEqual(readdirSync('widget/icons').toSorted());
  expect(platformWithIcon('https://ada.bandcamp.com')).toBeNull();
});
