import { afterEach, expect, test } from 'vitest';
import { isDeformed } from './is-deformed';

afterEach(() => document.body.replaceChildren());

function placeWithFrame(style: string): HTMLElement {
  const place = document.createElement('div');
  const frame = document.createElement('iframe');
  frame.setAttribute('style', style);
  place.append(frame);
  document.body.append(place);
  return place;
}

test.each(['display: none', 'visibility: hidden', 'opacity: 0', 'pointer-events: none'])(
  'a form with "%s" cannot be used',
  (style) => expect(isDeformed(placeWithFrame(style))).toBe(true),
);

test('a form that can be seen and touched is whole', () => {
  expect(isDeformed(placeWithFrame('display: block; opacity: 1'))).toBe(false);
});
