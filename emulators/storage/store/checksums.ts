import { badRequest } from '../storage-error';

/** In base64, as the service writes them; absent = not announced. */
export interface Checksums {
  readonly md5Hash?: string | null | undefined;
  readonly crc32c?: string | null | undefined;
}

const shapes = { md5Hash: /^[A-Za-z0-9+/]{22}==$/, crc32c: /^[A-Za-z0-9+/]{6}==$/ };

/** Reads `X-Goog-Hash: crc32c=…,md5=…`, which uploads may bring. */
export function parseHashHeader(header: string | undefined): Checksums {
  const read = (name: string): string | undefined =>
    new RegExp(`(?:^|,)\\s*${name}=([^,\\s]+)`).exec(header ?? '')?.[1];
  return { md5Hash: read('md5'), crc32c: read('crc32c') };
}

/** Refuses an upload that is not what its sender has announced, as the service does; nothing of it is stored. */
export function checkChecksums(announced: Checksums, arrived: Required<Checksums>): void {
  for (const name of ['md5Hash', 'crc32c'] as const) {
    const wanted = announced[name];
    if (wanted === undefined || wanted === null || wanted === '') continue;
    if (!shapes[name].test(wanted)) throw badRequest(`The announced ${name} is none: ${wanted}`);
    if (wanted !== arrived[name])
      throw badRequest(`The bytes have the ${name} ${arrived[name] ?? ''}, not ${wanted} as announced.`);
  }
}
