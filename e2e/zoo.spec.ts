import { oddities } from '../examples/zoo/oddities';
import { expect, test } from './fixtures';
import { endingOf, paysOn, visit } from './zoo';

for (const [name, { ends, notInFirefox }] of Object.entries(oddities)) {
  const ending = typeof ends === 'string' ? ends : `hosted, ${ends.hosted}`;
  const pays = paysOn([name]);
  test(`zoo: ${name} ends with ${ending}${ends === 'in-page' && pays ? ', paid' : ''}`, async ({
    browser,
    browserName,
    busker,
  }) => {
    test.skip(browserName === 'firefox' && notInFirefox !== undefined, notInFirefox);
    const { page, leave } = await visit(browser, busker, [name]);
    expect(await endingOf(page, { comes: ends === 'links' ? 'no' : 'yes', pays })).toEqual(ends);
    await leave();
  });
}
