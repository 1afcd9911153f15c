import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The package that firebase-tools serves Hosting with: it matches globs, order and headers as the service does. It comes with firebase-tools. */
const superstatic = createRequire(createRequire(import.meta.url).resolve('firebase-tools/package.json'))(
  'superstatic',
) as {
  default: (options: { cwd: string; config: object; rewriters: object }) => Handler;
};

export interface HostingMatcher {
  /** Who answers a path: the name of a file, or `function <id>`. */
  answer(path: string): Promise<{ status: number; by: string; headers: Headers }>;
  close(): Promise<void>;
}

/** Serves `files`, each holding its own name, by the `hosting` part of a firebase.json. */
export async function startHostingMatcher(
  hosting: object,
  files: readonly string[],
): Promise<HostingMatcher> {
  const cwd = await mkdtemp(join(tmpdir(), 'busker-hosting-'));
  for (const file of files) {
    await mkdir(dirname(join(cwd, file)), { recursive: true });
    await writeFile(join(cwd, file), file);
  }
  const byFunction = ({ function: { functionId } }: { function: { functionId: string } }) =>
    Promise.resolve((_: IncomingMessage, response: ServerResponse) => response.end(`function ${functionId}`));
  const handle = superstatic.default({
    cwd,
    config: { ...hosting, public: '.' },
    rewriters: { function: byFunction },
  });
  const server = createServer((request, response) =>
    handle(request, response, () => {
      response.statusCode = 404;
      response.end();
    }),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    async answer(path) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
      return { status: response.status, by: await response.text(), headers: response.headers };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(cwd, { recursive: true, force: true });
    },
  };
}
