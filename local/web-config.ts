import { hostedOrigins, type AllowedOrigins } from '../core/web/route-headers';

export interface LocalServices {
  readonly auth: string;
  readonly firestore: string;
  readonly storage: string;
  readonly stripe: string;
}

/**
 * The sign-in service under the name that the dashboard has, `localhost`: browsers keep the storage of a frame apart from that of
 * another site, and what a redirect to the account chooser leaves there must be found again in the SDK's frame.
 */
export const sameSite = (auth: string): string => `http://localhost:${new URL(auth).port}`;

/** What /busker-config.json tells the dashboard: which project, and that its services run on this machine. */
export function webConfig(projectId: string, { auth, firestore, storage }: LocalServices): object {
  const place = (url: string) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) });
  return {
    firebase: {
      apiKey: 'local',
      authDomain: new URL(sameSite(auth)).host,
      projectId,
      storageBucket: `${projectId}.firebasestorage.app`,
      appId: '1:1:web:local',
    },
    methods: {
      emailLink: true,
      phone: true,
      guest: true,
      providers: [
        ...['google.com', 'apple.com', 'twitter.com', 'github.com', 'facebook.com'].map((id) => ({
          id,
          name: null,
        })),
        // A company's own sign-in, as a hosted project would have it.
        { id: 'saml.opera', name: 'Opera House' },
      ],
    },
    emulators: { auth: sameSite(auth), firestore: place(firestore), storage: place(storage) },
  };
}

/** Every name of this machine that the dashboard may use for a service: tabs take one each (six connections to a name). */
const everyName = (url: string): readonly string[] => [
  url,
  ...['localhost', '*.localhost'].map((name) => `http://${name}:${new URL(url).port}`),
];

/** The origins of the local stand-ins, where a hosted installation names Google's and Stripe's. */
export function localNeighbours({ auth, firestore, storage, stripe }: LocalServices): AllowedOrigins {
  return {
    ...hostedOrigins,
    connect: [auth, firestore, storage].flatMap(everyName),
    // The stand-in for the Google script that the SDK loads before it opens a sign-in window.
    script: [sameSite(auth)],
    frame: [sameSite(auth)],
    image: [storage],
    payment: { script: [stripe], frame: [stripe], connect: [stripe], image: [stripe] },
    checkout: [stripe],
  };
}
