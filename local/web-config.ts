import { hostedNeighbours, type Neighbours } from '../core/route-headers';

export interface LocalServices {
  readonly auth: string;
  readonly firestore: string;
  readonly storage: string;
  readonly stripe: string;
}

/** What /busker-config.json tells the dashboard: which project, and that its services run on this machine. */
export function webConfig(projectId: string, { auth, firestore, storage }: LocalServices): object {
  const place = (url: string) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) });
  return {
    firebase: {
      apiKey: 'local',
      authDomain: new URL(auth).host,
      projectId,
      storageBucket: `${projectId}.firebasestorage.app`,
      appId: '1:1:web:local',
    },
    emulators: { auth, firestore: place(firestore), storage: place(storage) },
  };
}

/** Every name of this machine that the dashboard may use for a service: tabs take one each (six connections to a name). */
const everyName = (url: string): readonly string[] => [url, `http://*.localhost:${new URL(url).port}`];

/** The origins of the local stand-ins, where a hosted installation names Google's and Stripe's. */
export function localNeighbours({ auth, firestore, storage, stripe }: LocalServices): Neighbours {
  return {
    ...hostedNeighbours,
    connect: [auth, firestore, storage].flatMap(everyName),
    script: [],
    frame: [auth],
    image: [storage],
    payment: { script: [stripe], frame: [stripe], connect: [stripe], image: [stripe] },
    checkout: [stripe],
  };
}
