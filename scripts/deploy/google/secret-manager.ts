import * as v from 'valibot';
import { ok, type Result } from '../../../core/base/result';
import type { GoogleRest } from './google-rest';
import { mapped, unanswered, type Reply } from './reply';

export interface SecretVersion {
  /** The number of the version, which grows with each one. */
  readonly number: number;
  readonly enabled: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** The project's secrets. A value is never printed, and only `destroy` ends a version. */
export interface Secrets {
  /** Newest first, without destroyed versions; null = the secret does not exist. */
  versions(name: string): Promise<Reply<readonly SecretVersion[] | null>>;
  read(name: string, version: number): Promise<Reply<string>>;
  /** Adds a version and returns its number. Creates the secret if it does not exist. */
  add(name: string, value: string): Promise<Result<number, string>>;
  destroy(name: string, version: number): Promise<Result<null, string>>;
}

const versionShape = v.object({ name: v.string(), state: v.string(), createTime: v.string() });
const accessed = v.object({ payload: v.object({ data: v.string() }) });
const numberOf = (name: string) => Number(name.split('/').at(-1));

/** Secret Manager (cloud.google.com/secret-manager/docs/reference/rest). */
export function secretManager(google: GoogleRest, projectId: string): Secrets {
  const all = `https://secretmanager.googleapis.com/v1/projects/${projectId}/secrets`;
  return {
    async versions(name) {
      const secret = await google.read(`${all}/${name}`, v.looseObject({}));
      if (secret.state === 'unknown' || secret.value === null) return mapped(secret, () => null);
      const list = await google.readAll(`${all}/${name}/versions?pageSize=100`, 'versions', versionShape);
      return mapped(list, (versions) =>
        versions
          .filter(({ state }) => state !== 'DESTROYED')
          .map((version) => ({
            number: numberOf(version.name),
            enabled: version.state === 'ENABLED',
            createdAt: Date.parse(version.createTime),
          }))
          .toSorted((a, b) => b.number - a.number),
      );
    },
    async read(name, version) {
      const answer = await google.read(`${all}/${name}/versions/${version}:access`, accessed);
      if (answer.state === 'known' && answer.value === null) return unanswered('there is no such version');
      return mapped(answer, (value) => Buffer.from(value?.payload.data ?? '', 'base64').toString());
    },
    async add(name, value) {
      const secret = await google.read(`${all}/${name}`, v.looseObject({}));
      if (secret.state === 'known' && secret.value === null) {
        const body = { replication: { automatic: {} } };
        const created = await google.write('POST', `${all}?secretId=${name}`, body, v.looseObject({}));
        if (!created.ok) return created;
      }
      const payload = { data: Buffer.from(value).toString('base64') };
      const named = v.object({ name: v.string() });
      const added = await google.write('POST', `${all}/${name}:addVersion`, { payload }, named);
      return added.ok ? ok(numberOf(added.value.name)) : added;
    },
    async destroy(name, version) {
      const url = `${all}/${name}/versions/${version}:destroy`;
      const done = await google.write('POST', url, {}, v.looseObject({}));
      return done.ok ? ok(null) : done;
    },
  };
}
