import { projectId as localProject } from '@busker/local/functions-environment';
import { type Machine, Stopped, wordsIn } from './command';
import { defaultToken } from './installation/google';
import { installationIn } from './deploy/run-deploy';
import { environmentOf } from './dot-env';
import { jsonApi, usersAt } from './sign-ins/users';
import { type SignInService, exportSignIns, importSignIns } from './sign-ins/sign-ins';

const google = 'https://identitytoolkit.googleapis.com';
const flag = { type: 'boolean', default: false } as const;

async function onThisMachine(): Promise<SignInService> {
  const env = await environmentOf(true);
  const users = usersAt(`http://${env['FIREBASE_AUTH_EMULATOR_HOST'] ?? ''}`, localProject);
  return { api: jsonApi('owner'), users, configuration: null };
}

async function inTheProject(root: string): Promise<SignInService> {
  const { projectId } = await installationIn(root);
  const counted: typeof fetch = (url, init) => {
    const headers = new Headers(init?.headers);
    headers.set('X-Goog-User-Project', projectId);
    return fetch(url, { ...init, headers });
  };
  return {
    api: jsonApi(await defaultToken(), counted),
    users: `${google}/v1/projects/${projectId}`,
    configuration: `${google}/admin/v2/projects/${projectId}/config`,
  };
}

/** `busker sign-ins export FILE | import FILE [--yes]`: the sign-ins of the project of .env, or with --local of what `npm start` runs on this machine. */
export async function signIns(args: string[], { say, root }: Machine): Promise<0> {
  const { values, positionals } = wordsIn({
    args,
    options: { local: flag, yes: flag },
    allowPositionals: true,
  });
  const [verb, file, ...surplus] = positionals;
  if (file === undefined || surplus.length > 0 || (verb !== 'export' && verb !== 'import'))
    throw new Stopped('Write: busker sign-ins export FILE, or import FILE [--yes]', 2);
  const service = await (values.local ? onThisMachine() : inTheProject(root));
  const done = await (verb === 'export'
    ? exportSignIns(service, file)
    : importSignIns(service, file, values.yes));
  if (!done.ok) throw new Stopped(done.problem);
  for (const line of done.value) say(line);
  return 0;
}
