import { loadRules } from '@busker/rules-engine/load-rules';
import { startStorage } from '../start-storage';

/** The server in a child process that tests can kill. It prints its port; errors go to stderr. */
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
