import { fail, ok, type Result } from '../../core/base/result';
import type { Machine } from './machine';

/** The `firebase` command, which never prompts here. */
export interface FirebaseCli {
  deploy(only: string, more?: readonly string[]): Promise<Result<null, string>>;
  deleteFunctions(ids: readonly string[], region: string): Promise<Result<null, string>>;
}

/** The generated configuration. Its paths are relative to itself, so the file is beside firebase.json. Git ignores it. */
export const deployConfig = 'firebase.deploy.json';

export function firebaseCli({ run }: Machine, projectId: string): FirebaseCli {
  const call = async (args: readonly string[]) => {
    const common = ['--config', deployConfig, '--project', projectId, '--non-interactive'];
    const { code } = await run('firebase', [...args, ...common], { inherit: true });
    return code === 0 ? ok(null) : fail(`firebase ${args[0] ?? ''} ended with ${code}.`);
  };
  return {
    deploy: (only, more = []) => call(['deploy', '--only', only, ...more]),
    deleteFunctions: (ids, region) => call(['functions:delete', ...ids, '--region', region, '--force']),
  };
}
