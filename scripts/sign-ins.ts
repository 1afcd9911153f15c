// npm run sign-ins -- export FILE | import FILE [--yes]: the sign-ins of the project of .env, or with --local of what `npm start` runs on this machine.
// docs/hosts/self-hosting.md has more. Exits with 0 on success, with 1 when it failed, and with 2 when the command line is invalid.
import { fileURLToPath } from 'node:url';
import { fail, ok, type Result } from '@busker/core/base/result';
import { commandWords } from '@busker/functions/admin/command';
import { environmentOfRunning, projectId as localProject } from '@busker/local/functions-environment';
import { helpAskedFor } from './command-help';
import { defaultToken } from './installation/google';
import { installationOf } from './installation/installation';
import { dotEnvSettings } from './dot-env';
import { jsonApi } from './sign-ins/json-api';
import { exportSignIns, importSignIns, type SignInService } from './sign-ins/sign-ins';
import { usersAt } from './sign-ins/users';

const google = 'https://identitytoolkit.googleapis.com';
const flag = { type: 'boolean', default: false } as const;

async function onThisMachine(): Promise<Result<SignInService, string>> {
  const stateDir = process.env['BUSKER_STATE'] ?? fileURLToPath(new URL('../.busker', import.meta.url));
  const env = await environmentOfRunning(process.env, stateDir);
  if (!env.ok) return env;
  const users = usersAt(`http://${env.value['FIREBASE_AUTH_EMULATOR_HOST'] ?? ''}`, localProject);
  return ok({ api: jsonApi('owner'), users, configuration: null });
}

async function inTheProject(): Promise<Result<SignInService, string>> {
  const installation = installationOf(await dotEnvSettings());
  if (!installation.ok)
    return fail(['The settings in .env are not complete.', ...installation.problem].join('\n'));
  const { projectId } = installation.value;
  const counted: typeof fetch = (url, init) => {
    const headers = new Headers(init?.headers);
    headers.set('X-Goog-User-Project', projectId);
    return fetch(url, { ...init, headers });
  };
  return ok({
    api: jsonApi(await defaultToken(), counted),
    users: `${google}/v1/projects/${projectId}`,
    configuration: `${google}/admin/v2/projects/${projectId}/config`,
  });
}

async function signIns(args: string[]): Promise<0 | 1 | 2> {
  const help = helpAskedFor('sign-ins', args);
  const read = commandWords({ args, options: { local: flag, yes: flag }, allowPositionals: true });
  const [verb, file, ...surplus] = read.ok ? read.value.positionals : [];
  if (help !== null) {
    console.log(help.join('\n'));
    return 0;
  }
  if (!read.ok || file === undefined || surplus.length > 0 || (verb !== 'export' && verb !== 'import')) {
    console.error(read.ok ? 'Write: npm run sign-ins -- export FILE, or import FILE [--yes]' : read.problem);
    return 2;
  }
  const { local, yes } = read.value.values;
  const service = await (local ? onThisMachine() : inTheProject());
  const done = !service.ok
    ? service
    : await (verb === 'export'
        ? exportSignIns(service.value, file)
        : importSignIns(service.value, file, yes));
  if (done.ok) for (const line of done.value) console.log(line);
  else console.error(done.problem);
  return done.ok ? 0 : 1;
}

process.exitCode = await signIns(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
