import { failure, list, named, string, type Outcome, type Value } from './value';

/** `value.name`: only a map has members, and a missing one is an error, not null. */
export function member(object: Value, name: string): Outcome {
  if (object.kind !== 'map') return failure(`${named(object)} has no field '${name}'.`);
  return object.entries.get(name) ?? failure(`There is no field '${name}'.`);
}

/** `value[i]`: a key of a map, a place in a list, string or path. */
export function index(object: Value, key: Value): Outcome {
  if (object.kind === 'map') {
    return key.kind === 'string' ? member(object, key.value) : failure('A map has only strings as keys.');
  }
  if (key.kind !== 'int') return failure(`${named(key)} is not a place in ${named(object)}.`);
  const place = Number(key.value);
  if (object.kind === 'list') return object.items[place] ?? failure(`The list has no place ${place}.`);
  if (object.kind === 'path') return segment(object.segments[place], place);
  if (object.kind === 'string') return segment(Array.from(object.value)[place], place);
  return failure(`${named(object)} has no places.`);
}

const segment = (text: string | undefined, place: number): Outcome =>
  text === undefined ? failure(`There is no place ${place}.`) : string(text);

/** `value[a:b]`: both ends must lie within; nothing is clamped and nothing counts from the end. */
export function slice(object: Value, from: Value, to: Value): Outcome {
  if (from.kind !== 'int' || to.kind !== 'int') return failure('A range goes from int to int.');
  const range: [number, number] = [Number(from.value), Number(to.value)];
  if (object.kind === 'list') {
    return fits(range, object.items.length) ? list(object.items.slice(...range)) : outside(range);
  }
  if (object.kind !== 'string') return failure(`${named(object)} has no ranges.`);
  const characters = Array.from(object.value);
  return fits(range, characters.length) ? string(characters.slice(...range).join('')) : outside(range);
}

const fits = ([start, end]: readonly [number, number], length: number): boolean =>
  start >= 0 && start <= end && end <= length;

const outside = ([start, end]: readonly [number, number]): Outcome =>
  failure(`The range ${start}:${end} lies outside.`);
