/** How long the response of each address may be cached. */
export interface CachingRow {
  readonly path: string;
  readonly status: number;
  /** The complete `Cache-Control` value. */
  readonly keeps: string;
}

const year = 'public, max-age=31536000, immutable';
/** Asked for again each time. */
export const asked = 'public, max-age=0, must-revalidate';
const minutes = 'public, max-age=300, stale-while-revalidate=3600';
export const never = 'private, no-store';
const shared = (seconds: number) => `public, max-age=0, s-maxage=${seconds}`;
const row =
  (status: number) =>
  ([path, keeps]: readonly [string, string]): CachingRow => ({ path, status, keeps });

const edgeSeconds = /s-maxage=(\d+)/;

/** An instance that answers from its own memory takes the age of its copy off the edge's time, which is then shorter than in the table. */
export function isAsLong(kept: string, keeps: string): boolean {
  const [most, given] = [keeps, kept].map((value) => Number(edgeSeconds.exec(value)?.[1] ?? 0));
  const isShorter = most !== undefined && given !== undefined && given > 0 && given < most;
  return kept === (isShorter ? keeps.replace(edgeSeconds, `s-maxage=${given}`) : keeps);
}

export interface NamesOfFiles {
  readonly version: string;
  /** A hashed file of the dashboard, such as `/assets/main-1234.js`. */
  readonly asset: string;
}

/** The files that Hosting serves. */
export const fileRows = ({ version, asset }: NamesOfFiles): readonly CachingRow[] =>
  (
    [
      ['/', asked],
      ['/tips', asked],
      ['/sign-in/link', asked],
      ['/busker-config.json', asked],
      ['/app.webmanifest', asked],
      ['/icons/busker-192.png', asked],
      ['/push-worker.js', 'no-cache'],
      ['/o', 'no-cache'],
      ['/embed', asked],
      ['/embed/versions.json', asked],
      ['/embed/v1.js', minutes],
      ['/embed/next.js', minutes],
      [`/embed/${version}/busker.js`, year],
      [asset, year],
    ] as const
  ).map(row(200));

/** The responses of the functions about a published profile. */
export const profileRows = (handle: string): readonly CachingRow[] =>
  (
    [
      [`/v1/profiles/${handle}`, shared(30)],
      [`/v1/profiles?handles=${handle},nobody`, shared(30)],
      [`/v1/profiles/${handle}/wall`, shared(60)],
      [`/@${handle}`, shared(30)],
      [`/@${handle}/embed`, shared(30)],
      [`/@${handle}/badge.svg`, shared(30)],
      [`/@${handle}/qr.svg`, shared(3600)],
      [`/@${handle}/qr.png`, shared(3600)],
      [`/@${handle}/tip`, never],
    ] as const
  ).map(row(200));

/** The responses of the functions that are the same for everybody. */
export const pageRows: readonly CachingRow[] = (
  [
    ['/docs/errors', 'public, max-age=3600'],
    ['/docs/webhooks/v1/tip.paid.json', shared(3600)],
    ['/v1/frame.js', minutes],
    ['/challenge?lang=de', never],
    ['/health', never],
    ['/report', never],
    ['/off/unknown.aa11', never],
    ['/legal/transparency', shared(3600)],
    ['/legal/imprint', shared(3600)],
    ['/legal/terms', shared(3600)],
    ['/legal/privacy?lang=de', shared(3600)],
    ['/.well-known/security.txt', shared(3600)],
  ] as const
).map(row(200));

/** A handle without a profile. */
const nobody = 'nobody';

export const missingRows: readonly CachingRow[] = (
  [
    [`/v1/profiles/${nobody}`, shared(10)],
    [`/v1/profiles/${nobody}/wall`, shared(10)],
    [`/@${nobody}`, shared(10)],
    [`/@${nobody}/tip`, shared(10)],
    [`/@${nobody}/badge.svg`, shared(10)],
    [`/@${nobody}/qr.png`, shared(10)],
    [`/img/${'a'.repeat(64)}`, never],
    ['/t/tip_unknown', never],
    ['/v1/nothing', never],
    ['/legal/nothing', never],
    ['/report/000000000000', never],
  ] as const
).map(row(404));
