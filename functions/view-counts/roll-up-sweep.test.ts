import { expect, it } from 'vitest';
import { adasScenario } from '../testing/ada';
import { storedCounts } from '../testing/counted';
import { workOff } from '../testing/work-off';

const minute = 60_000;

it.each([
  [10, [1, 1, 3, 3, 5]],
  [60, [1, 1, 1, 1, 1]],
])('runs every %d minutes, however often its job runs', async (minutes, seen) => {
  const scenario = await adasScenario({ counting: { windowMs: 0, rollUpMs: minutes * minute } });
  const { deps } = scenario;
  await deps.jobs.want('roll-up', 'all');
  const views: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    await deps.counting.add([{ kind: 'view', handle: 'ada' }]);
    await workOff(deps);
    views.push(storedCounts(deps).views);
    deps.clock.advance(5 * minute);
  }
  expect(views).toEqual(seen);
});

it('follows each batch at once on one machine', async () => {
  const { deps } = await adasScenario({ counting: { windowMs: 0, rollUpMs: 0 } });
  for (let views = 1; views <= 3; views += 1) {
    await deps.counting.add([{ kind: 'view', handle: 'ada' }]);
    await workOff(deps);
    expect(storedCounts(deps).views).toBe(views);
  }
});
