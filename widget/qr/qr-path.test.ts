import fc from 'fast-check';
import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { qrPath } from './qr-path';
import { runs } from '@busker/core/testing/runs';

/** Paints a path of `qrPath`. */
function drawn(path: string, size: number): boolean[][] {
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x = '', y = '', length = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let at = 0; at < Number(length); at += 1) (modules[Number(y)] ?? [])[Number(x) + at] = true;
  return modules;
}

it('draws exactly the dark modules of the code', () => {
  fc.assert(
    fc.property(fc.webUrl(), (text) => {
      const { size, path } = qrPath(text);
      expect(drawn(path, size)).toEqual(encode(text, { ecc: 'L', border: 4 }).data);
    }),
    { numRuns: runs(30) },
  );
});
