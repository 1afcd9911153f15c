// npm start [-- options]: builds what has changed, then runs everything on this machine (local/run.ts).
import './first-checks.mjs';
import { pathToFileURL } from 'node:url';
import { buildAll, report } from './build.mjs';
import { commandLine } from './command-line.mjs';
import { endInOneSentence } from './failure-sentence.mjs';
import { loadServers } from './load-servers.mjs';
import { sayingSteps } from './say-steps.mjs';

// A script that imports this file has a command line of its own.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  commandLine({
    command: 'npm start',
    about: 'builds what has changed, then runs everything on this machine.',
    options: {
      '--reset': 'first deletes what is kept in .busker/',
      '--free-ports': 'gives every server a free port, and prints them',
      '--verbose': "shows the functions' log",
    },
  });

const saying = sayingSteps();
saying.say('npm start: builds what has changed, then starts every server on this machine');
const reading = saying.begin('programs', 'Node.js reads the servers of local/ and functions/');
const { run } = await loadServers();
reading.done('read');
const build = async () => {
  const isBuilt = report(await buildAll(['widget', 'dashboard', 'overlay'], { saying }));
  const { buildDocs } = await import('./docs-site.mjs');
  await buildDocs();
  return isBuilt;
};
await run(build, saying).catch((error) => endInOneSentence(error, 'Busker cannot start: '));
