import type { FakeWorld } from './fake-world';
import { runDeploy } from './run-deploy';

/** The `firebase` commands of a whole deploy, in order. */
export const everyCommand = [
  'firestore:indexes',
  'firestore:rules,storage',
  'functions:busker:app,functions:busker:followtips',
  'hosting',
];

/** Runs `npm run deploy` with these words in a world in memory. */
export async function deployIn(world: FakeWorld, words: string, input = '') {
  world.said.length = 0;
  world.commands.length = 0;
  const code = await runDeploy(words.split(' ').filter(Boolean), world.machine(input), world.services);
  return { code, said: world.said.join('\n'), commands: [...world.commands] };
}
