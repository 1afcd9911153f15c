import { checkedInt } from './operators';
import { failure, float, named, path, string, type Outcome, type Value } from './value';

/** `int('3')`, `int(3.7)`: a float is cut off toward zero. */
export function toInt(value: Value): Outcome {
  if (value.kind === 'int') return value;
  if (value.kind === 'float' && Number.isFinite(value.value))
    return checkedInt(BigInt(Math.trunc(value.value)));
  if (value.kind === 'string' && /^[+-]?\d{1,20}$/.test(value.value))
    return checkedInt(BigInt(value.value.replace('+', '')));
  return failure(`int() cannot read ${named(value)}.`);
}

export function toFloat(value: Value): Outcome {
  if (value.kind === 'float') return value;
  if (value.kind === 'int') return float(Number(value.value));
  if (value.kind === 'string' && /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value.value))
    return float(Number(value.value));
  return failure(`float() cannot read ${named(value)}.`);
}

export function toText(value: Value): Outcome {
  if (value.kind === 'string') return value;
  if (value.kind === 'null') return string('null');
  if (value.kind === 'bool' || value.kind === 'int') return string(String(value.value));
  if (value.kind === 'float') {
    return string(Number.isInteger(value.value) ? value.value.toFixed(1) : String(value.value));
  }
  if (value.kind === 'path') return string(`/${value.segments.join('/')}`);
  return failure(`string() cannot write ${named(value)}.`);
}

/** Only of a string: production refuses what is a path already. */
export function toPath(value: Value): Outcome {
  if (value.kind !== 'string') return failure(`path() cannot read ${named(value)}.`);
  const segments = value.value.replace(/^\//, '').split('/');
  return segments.includes('') ? failure('A path has no empty segments.') : path(segments);
}
