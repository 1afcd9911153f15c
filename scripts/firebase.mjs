// npm run firebase -- …: the command of firebase-tools, which is fetched the first time: `npm ci` leaves it out, since only deploys need it.
import { firebaseFolder } from './firebase/installed.mjs';
import { run } from './run.mjs';

await firebaseFolder();
const { code } = await run('firebase', process.argv.slice(2), { inherit: true });
process.exitCode = code;
