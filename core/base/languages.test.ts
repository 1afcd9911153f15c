import { expect, it } from 'vitest';
import { isShippedLanguage } from './languages';

it('only the exact tags of shipped languages count as shipped', () => {
  expect(['zh-Hans', 'zh', 'de-AT', undefined].map(isShippedLanguage)).toEqual([true, false, false, false]);
});
