import { badRequest } from '../storage-error';

/** Base64, as in the service; absent = not announced. */
export interface Checksums {
  readonly md5Hash?: string | null | undefined;
  readonly crc32c?: string | null | undefined;
}

const shapes = { md5Hash: /^[A-Za-z0-9+/]{22}==$/, crc32c: /^[A-Za-z0-9+/]{6}==$/ };

/** Parses `X-Goog-Hash: crc32c=…,md5=…`, which an upload may have. */
export function parseHashHeader(header: string | undefined): Checksums {
  const read = (name: string): string | undefined =>
    new RegExp(`(?:^|,)\\s*${name}=([^,\\s]+)`).exec(header ?? '')?.[1];
  return { md5Hash: read('md5'), crc32c: read('crc32c') };
}

/** Refuses an upload whose checksums differ from the announced ones, as the service does; nothing is stored. */
export function checkChecksums(announced: Checksums, arrived: Required<Checksums>): void {
  for (const name of ['md5Hash', 'crc32c'] as const) {
    const wanted = announced[name];
    if (wanted === undefined || wanted === null || wanted === '') continue;
    if (!shapes[name].test(wanted)) throw badRequest(`The announced ${name} is invalid: ${wanted}`);
    if (wanted !== arrived[name])
      throw badRequest(`The bytes have the ${name} ${arrived[name] ?? ''}, but ${wanted} was announced.`);
  }
}
