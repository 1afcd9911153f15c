import { hostedOrigins, type AllowedOrigins } from '@busker/core/web/route-headers';

export interface LocalServices {
  readonly auth: string;
  readonly firestore: string;
  readonly storage: string;
  readonly stripe: string;
}

/**
 * The sign-in service with the dashboard's host name, `localhost`. Browsers separate the storage of frames by site,
 * and the SDK's frame must find what a redirect to the account chooser has stored.
 */
export const sameSite = (auth: string): string => `http://localhost:${new URL(auth).port}`;

/** The answer to /busker-config.json: the project, and its services on this machine. */
export function webConfig(
  projectId: string,
  { auth, firestore, storage }: LocalServices,
  database: string,
): object {
  const place = (url: string) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) });
  return {
    firebase: {
      apiKey: 'local',
      authDomain: new URL(sameSite(auth)).host,
      projectId,
      storageBucket: `${projectId}.firebasestorage.app`,
      appId: '1:1:web:local',
    },
    database,
    methods: {
      emailLink: true,
      phone: true,
      guest: true,
      totp: true,
      providers: [
        ...['google.com', 'apple.com', 'twitter.com', 'github.com', 'facebook.com'].map((id) => ({
          id,
          name: null,
        })),
        // A company's own identity provider, as a hosted project can have one.
        { id: 'saml.opera', name: 'Opera House' },
      ],
    },
    emulators: { auth: sameSite(auth), firestore: place(firestore), storage: place(storage) },
  };
}

/**
 * All host names of this machine for a service: each tab uses one of them, because a browser opens six connections to
 * each name.
 */
const everyName = (url: string): readonly string[] => [
  url,
  ...['localhost', '*.localhost'].map((name) => `http://${name}:${new URL(url).port}`),
];

/** The origins of the local services, which replace Google's and Stripe's. */
export function localNeighbours({
  auth,
  firestore,
  storage,
  stripe,
  push,
}: LocalServices & { readonly push: string }): AllowedOrigins {
  return {
    ...hostedOrigins,
    connect: [...[auth, firestore, storage].flatMap(everyName), push],
    firestore: everyName(firestore),
    // The local replacements of the Google script that the SDK loads before it opens a sign-in window, and of the browser's push service.
    script: [sameSite(auth), push],
    frame: [sameSite(auth)],
    image: [storage],
    payment: { script: [stripe], frame: [stripe], connect: [stripe], image: [stripe] },
    checkout: [stripe],
  };
}
