// npm run deploy: checks the requirements, builds, and deploys step by step. docs/hosts/self-hosting.md has the steps and the options.
import { register } from 'tsx/esm/api';
import { machine } from './machine.mjs';

register();
const { runDeploy } = await import('./deploy/run-deploy.ts');
process.exitCode = await runDeploy(process.argv.slice(2), machine);
