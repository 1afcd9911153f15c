// npm run secrets -- list | add NAME [--front] [--generate] | prune [--keep N] [--yes]: the secrets of the functions in Secret Manager.
import { register } from 'tsx/esm/api';
import { machine } from './machine.mjs';

register();
const { secretsCommand } = await import('./deploy/secrets-main.ts');
process.exitCode = await secretsCommand(process.argv.slice(2), machine);
