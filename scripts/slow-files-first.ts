import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests of the local servers start processes and browsers and wait for them; beside the others, which compute, that costs next to nothing. */
const isSlow = ({ moduleId }: TestSpecification) => moduleId.includes('/local/');

/** Without what an earlier run remembers, Vitest goes by the size of a file, and a small one that takes a minute was left alone at the end. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
