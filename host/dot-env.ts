import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { environmentOfRunning, pointSdkAt } from '@busker/local/functions-environment';
import { Stopped } from './command';

/** The settings of the file `.env` in the current folder; none when the file does not exist. */
export async function dotEnvSettings(file = '.env'): Promise<Readonly<Record<string, string>>> {
  if (!existsSync(file)) return {};
  return parseEnv(await readFile(file, 'utf8')) as Readonly<Record<string, string>>;
}

/** The settings of a command: of .env and the environment, or of the servers that `npm start` runs on this machine, which Google's SDKs then ask. */
export async function environmentOf(isLocal: boolean): Promise<NodeJS.ProcessEnv> {
  if (!isLocal) return { ...(await dotEnvSettings()), ...process.env };
  const stateDir = process.env['BUSKER_STATE'] ?? fileURLToPath(new URL('../.busker', import.meta.url));
  const env = await environmentOfRunning(process.env, stateDir);
  if (!env.ok) throw new Stopped(env.problem);
  pointSdkAt(env.value);
  return env.value;
}
