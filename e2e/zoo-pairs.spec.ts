import { expect, test } from './fixtures';
import { endingOf, named, visit } from './zoo';
import { drawPairs } from './zoo-pairs';

// `npm run hunt -- zoo` draws more of them, elsewhere.
const count = Number(process.env['BUSKER_ZOO_PAIRS'] ?? '10');
const seed = Number(process.env['BUSKER_ZOO_SEED'] ?? '1');

for (const [index, pair] of drawPairs(count, seed).entries())
  test(`zoo: ${pair.join('+')} ends in the page, on the hosted page or with the links (pair ${index + 1} of seed ${seed})`, async ({
    browser,
    busker,
  }) => {
    const { page, leave } = await visit(browser, busker, pair);
    const ending = await endingOf(
      page,
      named(pair).some(({ ends }) => ends === 'links'),
    );
    expect(ending).not.toBeNull();
    await leave();
  });
