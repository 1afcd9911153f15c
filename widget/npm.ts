import { createCardTree } from './element/card-tree';
import { connectCard } from './element/begin-card';
import type { CardServices } from './profiles/services';
import { defineCard } from './element/element';
import { httpProfiles, onePer, readFile } from './profiles/http-profiles';
import { tellDeveloper } from './signals/tell-developer';
import { lateCount } from './late/load-late';

// The npm build: only the tag's `host` says where the server is.
const services: CardServices = {
  defaultHost: null,
  // A server keeps the files of every version it has had. Icons of a newer version fall back to the plain link icon.
  assetsOf: (server) => server && `${server}/embed/${process.env.BUSKER_VERSION}/`,
  profilesOf: onePer(httpProfiles),
  readFile,
  count: lateCount(),
  missesHost: () =>
    tellDeveloper('Add the address of the server: <busker-card host="https://…" profile="…">.', 'error'),
};

/** Defines `<busker-card>` once; does nothing outside a browser. Importing the package has already called it. */
export function defineBuskerCard(): void {
  if (typeof customElements === 'undefined') return;
  defineCard({
    tree: createCardTree(services),
    onConnect: (...connected) => void connectCard(services, ...connected),
  });
}

defineBuskerCard();
