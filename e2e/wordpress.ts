import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled, runProgram } from './frameworks';

/** Where Debian's package has WordPress. */
const installed = '/usr/share/wordpress';
const wanted = ['php', 'mariadbd', 'mariadb-install-db', 'mariadb-admin'];

/** Why the walks in WordPress are skipped; null where all is there. */
export const noWordpress: string | null =
  wanted.every(isInstalled) && existsSync(`${installed}/wp-load.php`)
    ? null
    : 'WordPress is not installed here. Debian: apt-get install wordpress php-cli php-mysql mariadb-server wordpress-theme-twentytwentythree';

export interface Wordpress {
  readonly url: string;
  /** Runs PHP with WordPress loaded, as this user; what it prints. */
  php(code: string, user?: string): Promise<string>;
  stop(): Promise<void>;
}

export const password = 'a password for tests';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}

const until = async (what: string, isThere: () => Promise<unknown>): Promise<void> => {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isThere().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${what} did not start`);
};

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/**
 * A fresh WordPress in a folder of its own, with its own MariaDB. Its sites are in this language; Debian's package lacks WordPress' own texts in it. It may call this machine's servers, which WordPress otherwise
 * refuses for embedded addresses; a public server needs nothing of it.
 */
export async function startWordpress(language: string): Promise<Wordpress> {
  const home = await mkdtemp(join(tmpdir(), 'busker-wordpress-'));
  const socket = join(home, 'db.sock');
  const data = join(home, 'db');
  const site = join(home, 'site');
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  await runProgram(
    'mariadb-install-db',
    [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      ...asRoot,
    ],
    home,
  );
  const database = spawn(
    'mariadbd',
    ['--no-defaults', `--datadir=${data}`, `--socket=${socket}`, '--skip-networking', ...asRoot],
    { stdio: 'ignore' },
  );
  const admin = (...args: string[]) =>
    runProgram('mariadb-admin', ['--no-defaults', `--socket=${socket}`, '--user=root', ...args], home);
  await until('MariaDB', () => admin('ping'));
  await admin('create', 'wordpress');

  await cp(installed, site, {
    recursive: true,
    dereference: true,
    filter: (path) => !path.endsWith('/.htaccess'),
  });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await writeFile(
    join(site, 'wp-config.php'),
    `<?php
define('DB_NAME', 'wordpress'); define('DB_USER', 'root'); define('DB_PASSWORD', ''); define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
define('WP_HOME', '${url}'); define('WP_SITEURL', '${url}'); define('FS_METHOD', 'direct');
define('WP_DEBUG', true); define('WP_DEBUG_DISPLAY', false); define('WP_DEBUG_LOG', '${home}/debug.log'); define('DISABLE_WP_CRON', true);
foreach (array('AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE') as $name) { define($name . '_KEY', $name); define($name . '_SALT', $name); }
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`,
  );
  await mkdir(join(site, 'wp-content/mu-plugins'), { recursive: true });
  await writeFile(
    join(site, 'wp-content/mu-plugins/this-machine.php'),
    `<?php
add_filter('http_request_host_is_external', '__return_true');
add_filter('http_allowed_safe_ports', function ($ports) { return array_merge($ports, range(1024, 65535)); });
add_filter('automatic_updater_disabled', '__return_true');
add_filter('locale', function () { return '${language}'; });
add_filter('pre_http_request', function ($done, $args, $url) { return preg_match('#^https?://(127\\.0\\.0\\.1|localhost)[:/]#', $url) ? $done : new WP_Error('offline', 'offline'); }, 10, 3);
`,
  );
  const php = async (code: string, user = 'admin') =>
    runProgram(
      'php',
      [
        '-d',
        'display_errors=stderr',
        '-r',
        `require '${site}/wp-load.php'; wp_set_current_user(get_user_by('login', '${user}')->ID ?? 0); ${code}`,
      ],
      site,
    );
  await runProgram(
    'php',
    [
      '-r',
      `define('WP_INSTALLING', true); require '${site}/wp-load.php'; require ABSPATH . 'wp-admin/includes/upgrade.php';
       wp_install('A site', 'admin', 'admin@example.com', false, '', '${password}');`,
    ],
    site,
  );
  const server = spawn('php', ['-S', `127.0.0.1:${port}`, '-t', site], {
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
    stdio: 'ignore',
    detached: true,
  });
  await until('The server of PHP', async () => (await fetch(`${url}/wp-login.php`)).ok);
  return {
    url,
    php,
    stop: async () => {
      // Its workers are processes of their own.
      if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM');
      await ended(database);
      await rm(home, { recursive: true, force: true });
    },
  };
}
