import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';

const require = createRequire(import.meta.url);

/**
 * The folder for the unpacked browser, once for each installation. It is not in the temporary folder, because some
 * machines allow no programs there. `npm ci` deletes it together with the package.
 */
export function packagedChromiumFolder(): string {
  const packageFile = join(dirname(require.resolve('@sparticuz/chromium')), '../../package.json');
  const { version } = require(packageFile) as { version: string };
  return join(dirname(packageFile), '../../.cache', `busker-chromium-${version}`);
}

/**
 * The package's own configuration finds fonts only below /tmp. Without any font, Chromium crashes when a text field
 * gets the focus. No font of the machine is listed, so that text has the same width on every machine.
 */
const fontSettings = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;

/** Runs an action with other environment variables: the package reads its target folder and platform from them. */
async function underEnvironment<T>(variables: Record<string, string>, act: () => Promise<T>): Promise<T> {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  try {
    return await act();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/**
 * Unpacks beside the target and renames, so that test files that start at the same time never use an incomplete
 * browser.
 */
async function unpack(target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const folder = await mkdtemp(`${target}-`);
  try {
    // The package unpacks its libraries and fonts only when the environment looks like AWS Lambda.
    await underEnvironment({ TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' }, async () => {
      const { default: chromium } = await import('@sparticuz/chromium');
      await chromium.executablePath();
    });
    await writeFile(join(folder, 'fonts', 'fonts.conf'), fontSettings(target));
    await rename(folder, target);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

/**
 * Sets the variables that a child process needs to start this browser: the libraries that a minimal Linux lacks, and
 * the fonts.
 */
export function settleEnvironment(env: NodeJS.ProcessEnv, folder: string): void {
  const libraries = join(folder, 'al2023', 'lib');
  const others = (env['LD_LIBRARY_PATH'] ?? '').split(':').filter((path) => path && path !== libraries);
  env['LD_LIBRARY_PATH'] = [libraries, ...others].join(':');
  env['FONTCONFIG_FILE'] = join(folder, 'fonts', 'fonts.conf');
}

/**
 * Unpacks the Chromium of the npm package. It needs neither root nor installed libraries or fonts.
 * @throws an error that says why this machine cannot run it
 */
async function packagedChromium(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      `The Chromium of the npm package is for Linux on x64, not ${process.platform} on ${process.arch}.`,
    );
  const folder = packagedChromiumFolder();
  if (!existsSync(folder)) await unpack(folder);
  const executablePath = join(folder, 'chromium');
  settleEnvironment(process.env, folder);
  try {
    execFileSync(executablePath, ['--version'], { stdio: 'pipe' });
  } catch (error) {
    throw new Error(`The Chromium of the npm package does not start: ${String(error)}`, { cause: error });
  }
  return executablePath;
}

interface Chromium {
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

/** The real browser for all browser tests of the local servers. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, args } = await findChromium();
  return chromium.launch({ executablePath, args: [...args] });
}
