import { failure, list, named, string, type Outcome, type Value } from './value';

/** `value.name`: only a map has fields. A missing field is an error, not null. */
export function member(object: Value, name: string): Outcome {
  if (object.kind !== 'map') return failure(`${named(object)} has no field '${name}'.`);
  return object.entries.get(name) ?? failure(`There is no field '${name}'.`);
}

/** `value[i]`: a key of a map, or an index of a list, string or path. */
export function index(object: Value, key: Value): Outcome {
  if (object.kind === 'map') {
    return key.kind === 'string' ? member(object, key.value) : failure('The keys of a map must be strings.');
  }
  if (key.kind !== 'int') return failure(`${named(key)} is not an index of ${named(object)}.`);
  const place = Number(key.value);
  if (object.kind === 'list') return object.items[place] ?? failure(`The list has no index ${place}.`);
  if (object.kind === 'path') return segment(object.segments[place], place);
  if (object.kind === 'string') return segment(Array.from(object.value)[place], place);
  return failure(`${named(object)} cannot be indexed.`);
}

const segment = (text: string | undefined, place: number): Outcome =>
  text === undefined ? failure(`There is no index ${place}.`) : string(text);

/**
 * `value[a:b]`: both ends must be valid indexes. Nothing is clamped, and a negative index does not count from the
 * end.
 */
export function slice(object: Value, from: Value, to: Value): Outcome {
  if (from.kind !== 'int' || to.kind !== 'int') return failure('The ends of a range must be ints.');
  const range: [number, number] = [Number(from.value), Number(to.value)];
  if (object.kind === 'list') {
    return fits(range, object.items.length) ? list(object.items.slice(...range)) : outside(range);
  }
  if (object.kind !== 'string') return failure(`${named(object)} cannot be sliced.`);
  const characters = Array.from(object.value);
  return fits(range, characters.length) ? string(characters.slice(...range).join('')) : outside(range);
}

const fits = ([start, end]: readonly [number, number], length: number): boolean =>
  start >= 0 && start <= end && end <= length;

const outside = ([start, end]: readonly [number, number]): Outcome =>
  failure(`The range ${start}:${end} is out of bounds.`);
