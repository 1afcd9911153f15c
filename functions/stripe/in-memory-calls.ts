import { fail } from '../../core/base/result';
import { isKeptError, type PaymentsFailure, type PaymentsResult } from './payments';

/** Counts the calls of an in-memory Stripe adapter, and makes calls fail on request. */
export class InMemoryCalls<Call extends string> {
  readonly calls: Call[] = [];
  /** Tests hold a call here before it is executed. */
  pause: (call: Call) => Promise<void> = () => Promise.resolve();
  /** While this failure is set, every call fails with it. */
  outage: PaymentsFailure | null = null;
  private readonly faults: { call: Call; failure: PaymentsFailure; when: 'before' | 'after' }[] = [];

  protected readonly keptErrors = new Map<string, PaymentsFailure>();

  /** Makes the next call of this kind fail. `after`: it was executed, but its answer is lost. */
  failNext(call: Call, failure: PaymentsFailure, when: 'before' | 'after' = 'before'): void {
    this.faults.push({ call, failure, when });
  }

  /** Like `perform`, for a call with a key: a server error is repeated under the same key. */
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
    if (this.outage !== null) return fail(this.outage);
    const index = this.faults.findIndex((fault) => fault.call === call);
    const [fault] = index < 0 ? [] : this.faults.splice(index, 1);
    if (fault?.when === 'before') return fail(fault.failure);
    const result = work();
    return fault === undefined ? result : fail(fault.failure);
  }
}
