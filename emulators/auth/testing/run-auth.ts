// The sign-in service in a child process, for tests that kill it. Its argument is the folder.
import { startAuth } from '../start-auth';

try {
  const { port } = await startAuth({ port: 0, projectId: 'demo-busker', dataDir: process.argv[2] ?? '' });
  process.send?.({ port });
} catch (error) {
  process.send?.({ refused: error instanceof Error ? error.message : String(error) });
  process.disconnect?.();
}
