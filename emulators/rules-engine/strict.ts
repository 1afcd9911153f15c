import { isValue, unknown, type Failure, type Outcome, type Value } from './value';

/** An error among the operands is the outcome; else "unknown" is; else the operation runs. */
export function strict(operands: readonly Outcome[], run: (values: readonly Value[]) => Outcome): Outcome {
  const error = operands.find((one): one is Failure => one.kind === 'error');
  if (error !== undefined) return error;
  return operands.every(isValue) ? run(operands) : unknown;
}
