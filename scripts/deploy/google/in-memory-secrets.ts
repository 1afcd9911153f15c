import { fail, ok, type Result } from '../../../core/base/result';
import { known, unanswered, type Reply } from './reply';
import type { Secrets, SecretVersion } from './secret-manager';

/** Secret Manager in memory. A test can forbid reading values. */
export class InMemorySecrets implements Secrets {
  private readonly stored = new Map<string, (SecretVersion & { readonly value: string })[]>();
  readonly destroyed: string[] = [];
  mayRead = true;

  constructor(
    values: Readonly<Record<string, string>> = {},
    private readonly now = 0,
  ) {
    for (const [name, value] of Object.entries(values)) this.put(name, value, now);
  }

  put(name: string, value: string, createdAt: number): number {
    const versions = this.stored.get(name) ?? [];
    const number = (versions[0]?.number ?? 0) + 1;
    this.stored.set(name, [{ number, enabled: true, createdAt, value }, ...versions]);
    return number;
  }
  versions(name: string): Promise<Reply<readonly SecretVersion[] | null>> {
    const left = this.stored.get(name)?.filter(({ number }) => !this.destroyed.includes(`${name}/${number}`));
    return Promise.resolve(known(left ?? null));
  }
  read(name: string, version: number): Promise<Reply<string>> {
    const found = this.stored.get(name)?.find(({ number }) => number === version);
    if (!this.mayRead || found === undefined) return Promise.resolve(unanswered('status 403'));
    return Promise.resolve(known(found.value));
  }
  add(name: string, value: string): Promise<Result<number, string>> {
    return Promise.resolve(ok(this.put(name, value, this.now)));
  }
  destroy(name: string, version: number): Promise<Result<null, string>> {
    if (!this.stored.has(name)) return Promise.resolve(fail('there is no such version'));
    this.destroyed.push(`${name}/${version}`);
    return Promise.resolve(ok(null));
  }
}
