import { test } from './fixtures';
import { endingOf, named, paysOn, visit, drawPairs, mayKeepLinks } from './zoo';

// `npm run hunt -- zoo` tests more pairs.
const count = Number(process.env['BUSKER_ZOO_PAIRS'] ?? '6');
const seed = Number(process.env['BUSKER_ZOO_SEED'] ?? '1');

for (const [index, pair] of drawPairs(count, seed).entries())
  test(`zoo: ${pair.join('+')} ends in the page, on the hosted page or with the links (pair ${index + 1} of seed ${seed})`, async ({
    browser,
    browserName,
    busker,
  }) => {
    const reason = named(pair).find(({ notInFirefox }) => notInFirefox)?.notInFirefox;
    test.skip(browserName === 'firefox' && reason !== undefined, reason);
    const { page, leave } = await visit(browser, busker, pair);
    const comes = mayKeepLinks(pair) ? 'perhaps' : 'yes';
    const ending = await endingOf(page, { comes, pays: paysOn(pair) });
    const description = typeof ending === 'string' ? ending : `hosted, ${ending.hosted}`;
    test.info().annotations.push({ type: 'ending', description });
    await leave();
  });
