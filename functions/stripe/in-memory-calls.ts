import { fail } from '../../core/base/result';
import { isKeptError, type PaymentsFailure, type PaymentsResult } from './payments';

/** Counts the calls of a stand-in for Stripe, and fails the ones that a test wants to fail. */
export class InMemoryCalls<Call extends string> {
  readonly calls: Call[] = [];
  /** Tests hold a call here before Stripe carries it out. */
  pause: (call: Call) => Promise<void> = () => Promise.resolve();
  private readonly faults: { call: Call; failure: PaymentsFailure; when: 'before' | 'after' }[] = [];

  protected readonly keptErrors = new Map<string, PaymentsFailure>();

  /** The next such call fails. `after`: it was carried out, but its answer is lost. */
  failNext(call: Call, failure: PaymentsFailure, when: 'before' | 'after' = 'before'): void {
    this.faults.push({ call, failure, when });
  }

  /** As `perform`, for a call with a key: an error that Stripe answers itself is given again under the same key. */
  protected async performUnder<T>(
    key: string,
    call: Call,
    work: () => PaymentsResult<T>,
  ): Promise<PaymentsResult<T>> {
    const kept = this.keptErrors.get(key);
    if (kept !== undefined) {
      await Promise.resolve();
      this.calls.push(call);
      return fail(kept);
    }
    const result = await this.perform(call, work);
    if (!result.ok && isKeptError(result.problem)) this.keptErrors.set(key, result.problem);
    return result;
  }

  protected async perform<T>(call: Call, work: () => PaymentsResult<T>): Promise<PaymentsResult<T>> {
    await this.pause(call);
    this.calls.push(call);
    const index = this.faults.findIndex((fault) => fault.call === call);
    const [fault] = index < 0 ? [] : this.faults.splice(index, 1);
    if (fault?.when === 'before') return fail(fault.failure);
    const result = work();
    return fault === undefined ? result : fail(fault.failure);
  }
}
