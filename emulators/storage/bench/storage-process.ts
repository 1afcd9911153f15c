import { loadRules } from '../../rules-engine/load-rules';
import { startStorage } from '../start-storage';

/** The server in a process of its own, to be killed. Prints its port; errors go to stderr. */
const [, , folder] = process.argv;
startStorage({
  dataDir: folder ?? null,
  rulesFile: null,
  loadRules,
  log: (line) => console.error(line),
}).then(
  ({ port }) => console.log(`port ${port}`),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
