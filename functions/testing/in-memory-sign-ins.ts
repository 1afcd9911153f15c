import type { FirstStep, SignIn, SignIns } from '../accounts/users';

/** Tests add users and interrupted sign-ins here. */
export class InMemorySignIns implements SignIns {
  readonly users = new Map<string, SignIn>();
  /** The factor that each interrupted sign-in waits for. */
  readonly pending = new Map<string, string>();

  find(uid: string): Promise<SignIn | undefined> {
    return Promise.resolve(this.users.get(uid));
  }
  firstStep(pending: string, factor: string): Promise<FirstStep> {
    return Promise.resolve(this.pending.get(pending) === factor ? 'passed' : 'over');
  }
  removeFactors(uid: string): Promise<void> {
    const user = this.users.get(uid);
    if (user !== undefined) this.users.set(uid, { ...user, factors: [] });
    return Promise.resolve();
  }
}
