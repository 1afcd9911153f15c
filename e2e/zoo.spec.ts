import { oddities } from '../examples/zoo/oddities';
import { expect, test } from './fixtures';
import { endingOf, visit } from './zoo';

for (const [name, { ends, notInFirefox }] of Object.entries(oddities)) {
  const ending = typeof ends === 'string' ? ends : `hosted, ${ends.hosted}`;
  test(`zoo: ${name} ends with ${ending}`, async ({ browser, browserName, busker }) => {
    test.skip(browserName === 'firefox' && notInFirefox !== undefined, notInFirefox);
    const { page, leave } = await visit(browser, busker, [name]);
    expect(await endingOf(page, ends === 'links' ? 'no' : 'yes')).toEqual(ends);
    await leave();
  });
}
