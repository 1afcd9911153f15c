// busker demo: the whole product with its emulators on this machine, from the files of a release. `npm run release` bundles this file.
import { run } from './run';

const help = `busker demo [options]: runs Busker on this machine, with two owners, invented money and no account anywhere.
  --reset       first deletes what is kept
  --free-ports  gives every server a free port, and prints them
  --verbose     shows the server's log
What is kept lies in .busker/ beside this program, or in the folder that BUSKER_STATE names.
Every server listens on 127.0.0.1 alone, and no option changes that: for other people, host it (docs/hosts/self-hosting.md).`;

const options = ['--reset', '--free-ports', '--verbose'];

/** What is wrong with the command line, in one sentence, or null. */
function problemOf(words: readonly string[], node: string): string | null {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    return `Busker needs Node 20.19 or newer; this is Node ${node}.`;
  const strange = words.find((word, at) => !(at === 0 && word === 'demo') && !options.includes(word));
  return strange === undefined ? null : `busker has no ${strange}.\n\n${help}`;
}

const words = process.argv.slice(2);
if (words.includes('--help') || words.includes('-h')) console.log(help);
else {
  const problem = problemOf(words, process.versions.node);
  if (problem !== null) {
    console.error(problem);
    process.exit(1);
  }
  console.log(
    'This is a demonstration: no real money moves, no mail leaves, and only this machine can reach it.\n',
  );
  await run(() => Promise.resolve(true));
}
