import { execFileSync } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

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

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A browser that is on this machine already, null when there is none. */
export function installedChromium(env: Env): string | null {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const candidates = [
    ...folders.flatMap((folder) => commands.map((name) => join(folder, name))),
    ...applications,
  ];
  return candidates.find(isExecutable) ?? null;
}

/**
 * The browser inside the npm package, for Linux on x64. Two traps: it unpacks the libraries and fonts it needs only where it
 * believes to be on AWS Lambda, and not at all when a file named `chromium` lies in the temp folder, so it gets both its own way.
 */
async function packagedChromium(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const folder = mkdtempSync(join(tmpdir(), 'busker-chromium-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs20.x';
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    return await chromium.executablePath();
  } catch (error) {
    console.error('The packaged Chromium could not be unpacked:', error);
    return null;
  } finally {
    delete process.env['AWS_EXECUTION_ENV'];
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

/** Only on a CI machine, which nobody else uses: a test run never installs anything on somebody's computer. */
function aptChromium(env: Env): string | null {
  if (!env['CI'] || process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: 'ignore',
    });
  } catch {
    return null;
  }
  return installedChromium(env);
}

function chosen(path: string): string {
  if (isExecutable(path)) return path;
  throw new Error(
    `CHROMIUM_PATH=${path} is not a program. Set it to a Chromium, Chrome or Edge, or unset it.`,
  );
}

/**
 * A browser for the tests: CHROMIUM_PATH, else one that is installed, else the one in the npm package.
 * The choice is left in CHROMIUM_PATH for the processes that this one starts.
 * @throws one sentence that says what to install
 */
export async function findChromium(env: Env = process.env): Promise<Chromium> {
  const given = env['CHROMIUM_PATH'];
  const executablePath = given
    ? chosen(given)
    : (installedChromium(env) ?? (await packagedChromium()) ?? aptChromium(env));
  if (executablePath === null)
    throw new Error(
      'The browser tests need Chromium, Chrome or Edge: install one, or set CHROMIUM_PATH to it.',
    );
  process.env['CHROMIUM_PATH'] = executablePath;
  // Chromium's own sandbox does not start for root, nor in the packaged build.
  const bare = process.getuid?.() === 0 || executablePath.includes('busker-chromium-');
  return { executablePath, args: bare ? ['--no-sandbox'] : [] };
}
