import { oddities } from '../examples/zoo/oddities';
import { expect, test as usual } from './fixtures';
import { endingOf, paysOn, visit } from './zoo';

/** An odd page may complain, and has a context of its own: the usual one would be made for nothing. */
const test = usual.extend({
  complaints: async ({ browserName: _any }, provide) => provide({ expected: () => undefined }),
});

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
