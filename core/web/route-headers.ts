/** The dashboard's screens, by the first part of their address. A test compares them with the dashboard's routes. */
export const screens = [
  'account',
  'auth',
  'books',
  'create-account',
  'embed',
  'insights',
  'kit',
  'moderation',
  'money',
  'notifications',
  'page',
  'payments',
  'profile',
  'reset-password',
  'settings',
  'share',
  'sign-in',
  'stream',
  'tips',
];

/**
 * The addresses that the functions answer. firebase.json's rewrites take both patterns as they stand, and the service reads them as RE2: no
 * look-ahead (firebase.google.com/docs/hosting/full-config#glob_pattern_matching).
 */
export const functionPattern = String.raw`^/(?:(?:v1|img|t|off|docs|legal)/.*|(?:@[^/]+|report)(?:/.*)?|oembed|challenge|healthz?|readyz?|\.well-known/security\.txt)$`;

/** The address of the views, which a function of its own counts. The function `app` answers it too, by the same code. */
export const countPattern = '^/v1/events$';

/** The addresses that show the dashboard. `/embed/` is a folder of files as well, so only the screen's own address belongs to the dashboard. */
export const screenPattern = `^/(?:embed/?|(?:${screens.filter((name) => name !== 'embed').join('|')})(?:/.*)?)?$`;

/** The address of the overlay, whose key is in the fragment. */
export const overlayPattern = '^/o$';

/**
 * Where the hashed files are. Hosting has those of its own release and serves them before it reads a rewrite; the functions answer for the others,
 * which are of other releases (firebase.google.com/docs/hosting/full-config#hosting_priority_order).
 */
export const earlierPattern = '^/(?:assets|embed/[^/]+)/.+$';

const functionPaths = new RegExp(functionPattern);
const screenPaths = new RegExp(screenPattern);
const overlayPaths = new RegExp(overlayPattern);
const earlierPaths = new RegExp(earlierPattern);

export const isFunctionPath = (path: string): boolean => functionPaths.test(path);
export const isOverlayPath = (path: string): boolean => overlayPaths.test(path);
export const isScreenPath = (path: string): boolean => screenPaths.test(path);
export const isEarlierPath = (path: string): boolean => earlierPaths.test(path);

/** The names that the builds give: scripts and styles of the dashboard with their hash, and the files of one version of the embed. */
const releasedFile =
  /^\/(assets\/[\w-]{1,100}-[\w-]{8}\.(?:js|css)|embed\/\d{1,5}(?:\.\d{1,5}){2}(?:-[\da-z]{1,20}(?:\.[\da-z]{1,20}){0,3})?\/(?:[\w-]{1,100}\.(?:js|json)|icons\/[\w-]{1,60}\.svg))$/;

/** The name in the bucket of releases of the file at this path, as the request wrote it; null = no release has such a file. */
export const releasedFileAt = (path: string): string | null => releasedFile.exec(path)?.[1] ?? null;

/** The other origins that this installation's own pages may contact. */
export interface AllowedOrigins {
  /** The sign-in service, the database, the file store. */
  readonly connect: readonly string[];
  /** The database alone, for the overlay. */
  readonly firestore: readonly string[];
  /** Scripts of sign-in pop-ups and of the SMS check. */
  readonly script: readonly string[];
  /** Hidden frames of sign-in pop-ups and the SMS check. */
  readonly frame: readonly string[];
  /** Pictures of signed-in accounts and of uploads not yet published. */
  readonly image: readonly string[];
  /** The card form on the public page, by CSP directive. */
  readonly payment: Readonly<Record<'script' | 'frame' | 'connect' | 'image', readonly string[]>>;
  /** The final target of the public page's form: the payment page. */
  readonly checkout: readonly string[];
}

const recaptcha = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'];

/** Real services. Sources: firebase.google.com/docs/auth/web/redirect-best-practices, docs.stripe.com/security/guide. */
export const hostedOrigins: AllowedOrigins = {
  connect: [
    'https://identitytoolkit.googleapis.com',
    'https://securetoken.googleapis.com',
    'https://firestore.googleapis.com',
    'https://firebasestorage.googleapis.com',
  ],
  firestore: ['https://firestore.googleapis.com'],
  script: ['https://apis.google.com', ...recaptcha],
  frame: ['https://*.firebaseapp.com', 'https://*.web.app', ...recaptcha],
  image: [
    'https://firebasestorage.googleapis.com',
    'https://*.googleusercontent.com',
    'https://pbs.twimg.com',
    'https://avatars.githubusercontent.com',
    'https://graph.facebook.com',
    'https://*.fbsbx.com',
  ],
  payment: {
    script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    frame: [
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://hooks.stripe.com',
      'https://*.link.com',
    ],
    connect: ['https://api.stripe.com'],
    image: ['https://*.stripe.com'],
  },
  checkout: ['https://checkout.stripe.com'],
};

/** The part of Hosting's glob syntax that the table of headers uses. */
function patternOf(source: string): RegExp {
  const pattern = source
    .split(/(\/\*\*|\*\*|\*)/)
    .map((part) => {
      // Hosting also matches a path that ends with the slash: `/@*/**` matches `/@ada/`.
      if (part === '/**') return '/.*';
      if (part === '**') return '.*';
      if (part === '*') return '[^/]*';
      return part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
    })
    .join('');
  return new RegExp(`^${pattern}$`);
}

/** Every response checks every row, so a glob is compiled once. */
const patterns = new Map<string, RegExp>();

/** Whether a path matches a glob of Firebase Hosting. */
function matchesGlob(source: string, path: string): boolean {
  const known = patterns.get(source);
  const pattern = known ?? patternOf(source);
  if (known === undefined) patterns.set(source, pattern);
  return pattern.test(path);
}

/** Headers for the paths that match. */
export type RouteHeaders = {
  readonly headers: Readonly<Record<string, string>>;
} & (
  | {
      /** Firebase Hosting's glob over the path: `*` within a segment, `**` across segments. */
      readonly source: string;
    }
  | {
      /** A regular expression over the path, which the service reads as RE2. */
      readonly regex: string;
    }
);

const matches = (row: RouteHeaders, path: string): boolean =>
  'source' in row ? matchesGlob(row.source, path) : new RegExp(row.regex).test(path);

export function headersFor(rows: readonly RouteHeaders[], path: string): Readonly<Record<string, string>> {
  const found = rows.filter((row) => matches(row, path)).map(({ headers }) => headers);
  return Object.assign({}, ...found) as Record<string, string>;
}

/**
 * The files of a build whose content never changes. The rows name each of them, because Hosting also sends a row's headers with what a function answers:
 * a browser that keeps a 404 as "immutable" would not ask again for a year, also when the next release has the file.
 */
export interface ImmutableFiles {
  /** The files of a version of the embed, by their paths in `/embed/`: `0.1.0/busker.js`. */
  readonly embed: readonly string[];
  /** The files of the dashboard in `/assets/`, whose names contain a hash. */
  readonly assets: readonly string[];
}

const noFiles: ImmutableFiles = { embed: [], assets: [] };

const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/** The service states no limit for one expression or for the number of rows. Both stay small: 24 names are about 600 characters. */
const namesPerRow = 24;

const immutableRows = ({ embed, assets }: ImmutableFiles): readonly RouteHeaders[] =>
  Object.entries({ assets, embed }).flatMap(([folder, files]) => {
    const names = files.map((name) => name.replaceAll(/[.+*?^${}()|[\]\\]/g, String.raw`\$&`));
    return Array.from({ length: Math.ceil(names.length / namesPerRow) }, (_, row) => ({
      regex: `^/${folder}/(?:${names.slice(row * namesPerRow, (row + 1) * namesPerRow).join('|')})$`,
      headers,
    }));
  });

const policy = (directives: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.length > 0 ? sources.join(' ') : "'none'"}`)
    .join('; ');

function dashboardPolicy({ connect, script, frame, image }: AllowedOrigins): string {
  return policy({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...script],
    // The component library writes its colour variables into a style element, and static hosting cannot give it a nonce.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...image],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...connect],
    'frame-src': ["'self'", ...frame],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'", 'blob:'],
    'form-action': ["'self'"],
    'base-uri': [],
    'frame-ancestors': [],
  });
}

/** Pages with an owner's texts. Inline scripts never run on them, and of inline styles only those with these hashes. */
function publicPagePolicy({ payment, checkout }: AllowedOrigins, styles: readonly string[] = []): string {
  return policy({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...payment.script],
    'style-src': ["'self'", ...styles],
    'img-src': ["'self'", 'data:', ...payment.image],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...payment.connect],
    // Its own frame: the challenge.
    'frame-src': ["'self'", ...payment.frame],
    'form-action': ["'self'", ...checkout],
    'base-uri': [],
    'frame-ancestors': [],
  });
}

/** For our texts and forms. They run no script, or only their own script, which shows the challenge's frame. */
const plainPagePolicy = policy({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'frame-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': [],
  'frame-ancestors': [],
});

/** The frame for other sites: links, and a script that reports its height. Payment opens in a new tab. */
const framePolicy = policy({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'base-uri': [],
  'form-action': [],
  'frame-ancestors': ['*'],
});

/**
 * The frame with a player of another site, which a visitor of a public page has asked for: no script, and that one frame. The page itself names its host.
 */
const playerPolicy = policy({
  'default-src': ["'none'"],
  'style-src': ["'self'"],
  'frame-src': ['https:'],
  'base-uri': [],
  'form-action': [],
  // Also of an owner's domain.
  'frame-ancestors': ['*'],
});

/**
 * The overlay of a stream. OBS puts the owner's Custom CSS into a style element, by script. The dashboard shows the page in a frame.
 */
function overlayPolicy({ firestore }: AllowedOrigins): string {
  return policy({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'", 'data:'],
    'media-src': ["'self'"],
    'connect-src': ["'self'", ...firestore],
    'form-action': [],
    'base-uri': [],
    'frame-ancestors': ["'self'"],
  });
}

/** The challenge frame, on any page that holds the card. Its three providers set their own styles. */
const captcha = ['https://challenges.cloudflare.com', 'https://hcaptcha.com', 'https://*.hcaptcha.com'];
const challengePolicy = policy({
  'default-src': ["'none'"],
  'script-src': ["'self'", ...captcha, ...recaptcha],
  'style-src': ["'self'", "'unsafe-inline'", ...captcha],
  'img-src': ["'self'", 'data:', ...captcha, ...recaptcha],
  'connect-src': [...captcha, ...recaptcha],
  'frame-src': [...captcha, ...recaptcha, 'https://recaptcha.google.com/recaptcha/'],
  'base-uri': [],
  'form-action': [],
  'frame-ancestors': ['*'],
});

const anySite = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
const askedAgain = { 'Cache-Control': 'public, max-age=0, must-revalidate' };
/** Files of the dashboard whose name stays when their content changes. */
const notHashed = [
  '/',
  '/index.html',
  '/busker-config.json',
  '/app.webmanifest',
  '/icons/**',
  // Below the folder of a version of the embed, every name is hashed or of that version.
  ...screens.flatMap((name) => [`/${name}`, name === 'embed' ? '/embed/*' : `/${name}/**`]),
];
const data = { 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" };

/**
 * The headers of every path that this product serves, in one table. The local server sends them, firebase.json's `headers` are generated from it, the
 * functions' own pages use it, and a test checks every row.
 *
 * Every row that matches a path applies; where two rows set one header, the later row wins. No row sets `Cache-Control` for an address of the
 * functions, also not for a hashed file that Hosting does not have: Hosting would write it over what the function says about its own answer, errors included.
 *
 * `style`: the hash of the style sheet inside the tip form, as a policy names it (functions/pages/page-style.ts).
 */
export function routeHeaders(
  origins: AllowedOrigins,
  style: string,
  files = noFiles,
): readonly RouteHeaders[] {
  return [
    {
      source: '**',
      headers: {
        'Content-Security-Policy': dashboardPolicy(origins),
        // Sign-in pop-ups must be able to message the page that opened them.
        'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
        'X-Content-Type-Options': 'nosniff',
      },
    },
    ...notHashed.map((source) => ({ source, headers: askedAgain })),
    // A worker's policy is that of its own file. It loads nothing, and browsers must look for a newer one each time.
    { source: '/push-worker.js', headers: { ...data, 'Cache-Control': 'no-cache' } },
    { source: '/embed/**', headers: { ...anySite, ...data } },
    ...['/embed/v1.js', '/embed/next.js'].map((source) => ({
      source,
      headers: { 'Cache-Control': 'public, max-age=300, stale-while-revalidate=3600' },
    })),
    ...immutableRows(files),
    { source: '/v1/**', headers: { ...data, 'Cross-Origin-Resource-Policy': 'cross-origin' } },
    { source: '/v1/me/**', headers: { 'Cross-Origin-Resource-Policy': 'same-origin' } },
    { source: '/img/**', headers: { ...anySite, ...data } },
    { source: '/oembed', headers: { ...anySite, ...data } },
    { source: '/docs/**', headers: anySite },
    { source: '/.well-known/security.txt', headers: anySite },
    {
      source: '/@*',
      headers: {
        'Content-Security-Policy': publicPagePolicy(origins),
        'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
      },
    },
    { source: '/@*/tip', headers: { 'Content-Security-Policy': publicPagePolicy(origins, [style]) } },
    {
      source: '/@*/embed',
      headers: {
        'Content-Security-Policy': framePolicy,
        'Cross-Origin-Resource-Policy': 'cross-origin',
        // Pages with cross-origin isolation show only frames that send the same header.
        'Cross-Origin-Embedder-Policy': 'require-corp',
      },
    },
    {
      source: '/challenge',
      headers: {
        'Content-Security-Policy': challengePolicy,
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
    },
    { source: '/@*/media/*', headers: { 'Content-Security-Policy': playerPolicy } },
    // A search would show an address or a phone number beside the page, and after it is gone.
    ...['ics', 'vcf'].map((ending) => ({
      source: `/@*/*.${ending}`,
      headers: { ...data, 'X-Robots-Tag': 'noindex' },
    })),
    { source: '/@*/*.svg', headers: { ...anySite, ...data } },
    { source: '/@*/*.png', headers: { ...anySite, ...data } },
    ...['/@*/monthly', '/legal/**', '/docs/**', '/report', '/report/**'].map((source) => ({
      source,
      headers: { 'Content-Security-Policy': plainPagePolicy },
    })),
    // The address of a report's page contains the key to the report.
    { source: '/report/**', headers: { 'Referrer-Policy': 'no-referrer' } },
    { source: '/.well-known/security.txt', headers: data },
    {
      source: '/t/**',
      headers: {
        'Content-Security-Policy': publicPagePolicy(origins),
        'Referrer-Policy': 'no-referrer',
      },
    },
    // The address of this page has the overlay's key in its fragment.
    ...['/o', '/overlay.html'].map((source) => ({
      source,
      headers: {
        'Content-Security-Policy': overlayPolicy(origins),
        'Cache-Control': 'no-cache',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
      },
    })),
    { source: '/overlay/**', headers: askedAgain },
    // The address of this page ends a channel.
    {
      source: '/off/**',
      headers: { 'Content-Security-Policy': plainPagePolicy, 'Referrer-Policy': 'no-referrer' },
    },
  ];
}
