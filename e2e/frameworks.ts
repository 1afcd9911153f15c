import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { existsSync } from 'node:fs';
import { closeServer, listenOnLoopback } from '@busker/emulators/loopback';
import { pathOf, readStatic, sendStatic, sendText } from '@busker/local/hosting/start-hosting';
import type { Addresses } from './backend';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A site of examples/frameworks/, by the name of its folder. */
export interface Framework {
  readonly name: string;
  /** The program that builds it, with its arguments. Where it is npm, the packages of the lock file are installed first. */
  readonly build: readonly [string, ...string[]];
  /** The folder of the built site. */
  readonly built: string;
}

const npm = (name: string, built = 'dist'): Framework => ({ name, build: ['npm', 'run', 'build'], built });

/** Those that npm installs, and those that Debian has: `apt-get install hugo jekyll mkdocs`. */
export const frameworks: readonly Framework[] = [
  npm('vite'),
  npm('vue'),
  npm('vitepress', '.vitepress/dist'),
  npm('astro'),
  npm('sveltekit'),
  npm('next'),
  npm('nuxt', '.output/public'),
  npm('angular', 'dist/browser'),
  npm('docusaurus'),
  npm('eleventy', '_site'),
  npm('hexo', 'public'),
  { name: 'hugo', build: ['hugo', '--destination', 'dist'], built: 'dist' },
  { name: 'jekyll', build: ['jekyll', 'build', '--destination', 'dist'], built: 'dist' },
  { name: 'mkdocs', build: ['mkdocs', 'build', '--site-dir', 'dist'], built: 'dist' },
];

/** Whether a program is installed. */
export const isInstalled = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Runs a program to its end. Its output is the message where it fails. */
export async function runProgram(command: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, LANG: 'C.UTF-8', CI: '1', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void printed.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  const output = Buffer.concat(printed).toString();
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`);
  return output;
}

/** Every text file below a folder, rewritten. */
async function rewrite(folder: string, change: (text: string) => string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && entry.name !== 'package-lock.json')
      await writeFile(file, change(await readFile(file, 'utf8')));
  }
}

export interface BuiltSite {
  readonly url: string;
  /** What the server sends, before any script has run. */
  readonly html: string;
  close(): Promise<void>;
}

/** Builds a site as its owner does, in a copy that names the server of this run, and serves it. */
export async function builtSite({ name, build, built }: Framework, busker: Addresses): Promise<BuiltSite> {
  const copy = await mkdtemp(join(tmpdir(), `busker-${name}-`));
  // The package is where the examples look for it: two folders above theirs.
  const site = join(copy, 'examples/frameworks', name);
  await cp(join(root, 'examples/frameworks', name), site, { recursive: true });
  await cp(join(root, 'dist/npm'), join(copy, 'dist/npm'), { recursive: true });
  await rewrite(site, (text) => text.replaceAll('http://localhost:4100', busker.app));
  const [command, ...args] = build;
  // The tools that build are dependencies of development, and the package is copied as from a registry.
  if (command === 'npm') await runProgram('npm', ['ci', '--include=dev', '--install-links'], site);
  await runProgram(command, args, site);
  const folder = join(site, built);
  const server = createServer((request, response) => {
    void (async () => {
      const path = pathOf(request) ?? '/';
      const file = await readStatic(folder, path.endsWith('/') ? `${path}index.html` : path);
      if (file) sendStatic(request, response, file, {});
      else sendText(response, 404, 'There is no such page.');
    })();
  });
  const port = await listenOnLoopback(server, 0, { name: name });
  return {
    url: `http://127.0.0.1:${port}/`,
    html: await readFile(join(folder, 'index.html'), 'utf8'),
    close: async () => {
      await closeServer(server);
      await rm(copy, { recursive: true, force: true });
    },
  };
}
