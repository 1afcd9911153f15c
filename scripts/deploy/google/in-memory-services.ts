import { ok, type Result } from '../../../core/base/result';
import type { LiveFunction, LiveFunctions, TrafficShare } from './live-functions';
import type { HostingRelease, LiveHosting } from './live-hosting';
import { known, type Reply } from './reply';

/** Functions in memory. As on Cloud Run, a new deploy gets no traffic while all traffic goes to a named revision. */
export class InMemoryFunctions implements LiveFunctions {
  readonly shares = new Map<string, readonly TrafficShare[]>();
  private readonly deployed = new Map<string, LiveFunction>();
  private deploys = 0;

  /** Does what `firebase deploy --only functions` does. */
  deploy(ids: readonly string[], release: string, secrets: Readonly<Record<string, number>> = {}): void {
    this.deploys += 1;
    for (const id of ids) {
      const service = `projects/busker-test/locations/europe-west1/services/${id}`;
      const revision = `${id}-${String(this.deploys).padStart(5, '0')}`;
      const uri = `https://${id}-x.a.run.app`;
      this.deployed.set(id, {
        id,
        region: 'europe-west1',
        service,
        revision,
        uri,
        active: true,
        release,
        secrets,
      });
      if (!this.shares.has(service)) this.shares.set(service, [{ revision: 'latest', percent: 100 }]);
    }
  }
  remove(id: string): void {
    this.deployed.delete(id);
  }
  find(id: string): LiveFunction {
    const found = this.deployed.get(id);
    if (found === undefined) throw new Error(`${id} is not deployed`);
    return found;
  }
  list(): Promise<Reply<readonly LiveFunction[]>> {
    return Promise.resolve(known([...this.deployed.values()]));
  }
  traffic(service: string): Promise<Reply<readonly TrafficShare[]>> {
    return Promise.resolve(known(this.shares.get(service) ?? []));
  }
  route(service: string, shares: readonly TrafficShare[]): Promise<Result<null, string>> {
    this.shares.set(service, shares);
    return Promise.resolve(ok(null));
  }
}

/** Hosting's live channel in memory. */
export class InMemoryHosting implements LiveHosting {
  readonly history: HostingRelease[] = [];

  /** Does what `firebase deploy --only hosting` does. */
  deploy(message: string): void {
    const version = `sites/busker-test/versions/${this.history.length + 1}`;
    this.history.unshift({ version, message, at: this.history.length });
  }
  releases(): Promise<Reply<readonly HostingRelease[]>> {
    return Promise.resolve(known(this.history));
  }
  release(version: string, message: string): Promise<Result<null, string>> {
    this.history.unshift({ version, message, at: this.history.length });
    return Promise.resolve(ok(null));
  }
}
