import { readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import * as v from 'valibot';
import { writeFileAtomically } from '@busker/emulators/data-folder';
import { serverNames, type Ports, type ServerName } from './ports';

/** The file in the state folder that names the ports of the servers that run from it. */
export const runningFile = 'running.json';

const ports = v.object({
  app: v.number(),
  examples: v.number(),
  auth: v.number(),
  firestore: v.number(),
  storage: v.number(),
  stripe: v.number(),
  mail: v.number(),
  push: v.number(),
});

/** Writes down the ports, so that `npm run admin -- --local` finds servers on free ports. Returns the function that forgets them. */
export async function noteRunning(
  stateDir: string,
  addresses: Readonly<Record<ServerName, string>>,
): Promise<() => Promise<void>> {
  const file = join(stateDir, runningFile);
  const noted = serverNames.map((name) => [name, Number(new URL(addresses[name]).port)] as const);
  await writeFileAtomically(file, `${JSON.stringify(Object.fromEntries(noted))}\n`);
  return () => rm(file, { force: true });
}

/** The ports of the servers that run from this folder; undefined = none were written down. */
export async function portsRunning(stateDir: string): Promise<Ports | undefined> {
  try {
    const read: unknown = JSON.parse(await readFile(join(stateDir, runningFile), 'utf8'));
    return v.parse(ports, read);
  } catch {
    return undefined;
  }
}

/** Whether a server on this machine accepts connections at this port. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
