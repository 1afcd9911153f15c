// npm run busker -- COMMAND …: the commands of a host. docs/hosts/operations.md lists them, with the exit codes.
import '../scripts/first-checks.mjs';
import { register } from 'tsx/esm/api';
import { hostCommand } from './host-commands.mjs';

register();
const code = await hostCommand(process.argv.slice(2));
// Null = a server goes on. The Firestore client keeps connections open.
if (code !== null) process.exit(code);
