import { plain, taking, type Methods } from './method';
import { failure, float, int, path, string, type Outcome } from './value';

export const bytesMethods: Methods<'bytes'> = {
  size: plain((self) => int(self.value.length)),
  /** Upper case, as in production. */
  toHexString: plain((self) => string(Buffer.from(self.value).toString('hex').toUpperCase())),
  /** URL-safe alphabet, with padding. */
  toBase64: plain((self) => {
    const text = Buffer.from(self.value).toString('base64url');
    return string(text.padEnd(Math.ceil(text.length / 4) * 4, '='));
  }),
};

const earthRadius = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export const latlngMethods: Methods<'latlng'> = {
  latitude: plain((self) => float(self.latitude)),
  longitude: plain((self) => float(self.longitude)),
  /** Metres on a sphere. */
  distance: taking('latlng', (self, other) => {
    const a =
      Math.sin(radians(other.latitude - self.latitude) / 2) ** 2 +
      Math.cos(radians(self.latitude)) *
        Math.cos(radians(other.latitude)) *
        Math.sin(radians(other.longitude - self.longitude) / 2) ** 2;
    return float(2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(a))));
  }),
};

export const pathMethods: Methods<'path'> = {
  /** Replaces `{name}` segments by values. */
  bind: taking('map', (self, values): Outcome => {
    const bound: string[] = [];
    for (const segment of self.segments) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      const value = name === undefined ? undefined : values.entries.get(name);
      if (value !== undefined && value.kind !== 'string')
        return failure('The values for a path must be strings.');
      bound.push(value?.value ?? segment);
    }
    return path(bound);
  }),
};
