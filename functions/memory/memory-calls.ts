import { fail } from '../../core/result';
import type { PaymentsFailure, PaymentsResult } from '../ports/payments';

/** Counts the calls of a stand-in for Stripe, and fails the ones that a test wants to fail. */
export class MemoryCalls<Call extends string> {
  readonly calls: Call[] = [];
  /** Tests hold a call here before Stripe carries it out. */
  pause: (call: Call) => Promise<void> = () => Promise.resolve();
  private readonly faults: { call: Call; failure: PaymentsFailure; when: 'before' | 'after' }[] = [];

  /** The next such call fails. `after`: it was carried out, but its answer is lost. */
  failNext(call: Call, failure: PaymentsFailure, when: 'before' | 'after' = 'before'): void {
    this.faults.push({ call, failure, when });
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
