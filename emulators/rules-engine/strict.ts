import { isValue, unknown, type Failure, type Outcome, type Value } from './value';

/**
 * If an operand is an error, so is the result; otherwise, if one is unknown, so is the result; otherwise the
 * operation runs.
 */
export function strict(operands: readonly Outcome[], run: (values: readonly Value[]) => Outcome): Outcome {
  const error = operands.find((one): one is Failure => one.kind === 'error');
  if (error !== undefined) return error;
  return operands.every(isValue) ? run(operands) : unknown;
}
