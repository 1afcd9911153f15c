import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { packagedChromium, packagedChromiumFolder } from './packaged-chromium';

export interface Chromium {
  readonly executablePath: string;
  readonly args: readonly string[];
}

type Env = Readonly<Record<string, string | undefined>>;

const commands = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** The first of these programs that is on this machine; null when none is. */
export function firstInstalled(
  env: Env,
  commands: readonly string[],
  applications: readonly string[],
): string | null {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const candidates = [
    ...folders.flatMap((folder) => commands.map((name) => join(folder, name))),
    ...applications,
  ];
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The installed browser, or null when there is none. */
export const installedChromium = (env: Env): string | null => firstInstalled(env, commands, applications);

function chosen(path: string): string {
  if (isExecutable(path)) return path;
  throw new Error(
    `CHROMIUM_PATH=${path} is not a program. Set it to a Chromium, Chrome or Edge, or unset it.`,
  );
}

const advice = 'Install Chromium, Chrome or Edge, or set CHROMIUM_PATH to one.';

/** @throws when the setting is invalid */
function mustBePackaged(env: Env): boolean {
  const wanted = env['BUSKER_TEST_BROWSER'];
  if (!wanted) return false;
  if (wanted === 'npm') return true;
  throw new Error(`BUSKER_TEST_BROWSER=${wanted} is not known. Set it to "npm", or unset it.`);
}

async function packagedOrAdvice(): Promise<string> {
  try {
    return await packagedChromium();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The browser tests found no browser. ${reason} ${advice}`, { cause: error });
  }
}

async function executable(env: Env): Promise<string> {
  const given = env['CHROMIUM_PATH'];
  if (given) return chosen(given);
  const installed = mustBePackaged(env) ? null : installedChromium(env);
  return installed ?? (await packagedOrAdvice());
}

/**
 * A browser for the tests: CHROMIUM_PATH, else an installed browser (unless BUSKER_TEST_BROWSER=npm), else the one in
 * the npm package. The choice is stored in CHROMIUM_PATH for child processes.
 * @throws an error that says what to install
 */
export async function findChromium(env: Env = process.env): Promise<Chromium> {
  const executablePath = await executable(env);
  process.env['CHROMIUM_PATH'] = executablePath;
  // Chromium's own sandbox does not start as root, nor in the packaged build.
  const bare = process.getuid?.() === 0 || dirname(executablePath) === packagedChromiumFolder();
  return { executablePath, args: bare ? ['--no-sandbox'] : [] };
}
