// npm run rollback [-- --embed] [-- --to ID]: goes back to the previous release. docs/hosts/operations.md says when.
import { register } from 'tsx/esm/api';
import { machine } from './machine.mjs';

register();
const { runRollback } = await import('./deploy/rollback/run-rollback.ts');
process.exitCode = await runRollback(process.argv.slice(2), machine);
