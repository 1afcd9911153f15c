/** Tried by every run of `npm test`, so that the same commit always gets the same verdict. */
const seed = 20_261_122;

/**
 * What the property tests try. `npm test` begins from one seed: a fault that chance finds belongs to no change, and would stop one that
 * has nothing to do with it. `npm run hunt` begins elsewhere each time and tries `BUSKER_HUNT` times as much; what it finds
 * becomes a fixed example of the test.
 * @returns {import('vitest/config').Plugin}
 */
export function propertyTests(times = Number(process.env.BUSKER_HUNT ?? 0)) {
  const given = times > 0 ? `numRuns: ${100 * times}` : `seed: ${seed}`;
  return {
    name: 'busker:property-tests',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.(tsx?|mjs)$/.test(id) || !code.includes("from 'fast-check'")) return null;
      const more = times > 0 ? code.replace(/numRuns: (.+?)(?=,| })/g, `numRuns: ($1) * ${times}`) : code;
      // On the first line, so that all others keep their numbers.
      return `import { configureGlobal as configureProperties } from 'fast-check'; configureProperties({ ${given} }); ${more}`;
    },
  };
}
