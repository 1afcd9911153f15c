import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These tests start processes and browsers and wait for them, which costs next to nothing beside tests that compute. */
const startedFirst = ['local', 'auth'];

const rank = ({ project }: TestSpecification) => (startedFirst.includes(project.name) ? 0 : 1);

/** Where a file comes in the random order of this seed. */
const place = ({ moduleId }: TestSpecification, seed: number) =>
  createHash('sha1').update(`${seed} ${moduleId}`).digest('hex');

/**
 * Orders the files by project: a worker hands its modules on only to the next file of the same project. Within one, Vitest's order holds
 * (those that failed or took long first).
 */
export class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence;
    const sorted = shuffle
      ? files.toSorted((a, b) => place(a, seed).localeCompare(place(b, seed)))
      : await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b) || a.project.name.localeCompare(b.project.name));
  }
}
