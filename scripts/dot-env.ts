import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';

/** The settings of the file `.env` in the current folder; none when the file does not exist. */
export async function dotEnvSettings(file = '.env'): Promise<Readonly<Record<string, string>>> {
  if (!existsSync(file)) return {};
  return parseEnv(await readFile(file, 'utf8')) as Readonly<Record<string, string>>;
}
