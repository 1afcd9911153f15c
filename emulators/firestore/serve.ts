// The command line, from the sources: `npx tsx emulators/firestore/serve.ts --port 8080 --rules FILE --data FOLDER`.
import { commandLine } from './standalone';

await commandLine();
