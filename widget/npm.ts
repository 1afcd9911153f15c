import { createCardTree } from './card/card-tree';
import { profileReader, type CardServices } from './card/services';
import { defineCard } from './element/element';
import { httpCounter } from './data/http-counter';
import { readFile } from './data/http-file';
import { httpProfiles } from './data/http-profiles';
import { onePer } from './data/one-per';
import { tellDeveloper } from './element/tell-developer';
import { whenNear } from './element/when-near';

// The npm build: only the tag's `host` says where the server is.
const services: CardServices = {
  defaultHost: null,
  // A server keeps the files of every version it has had. Icons of a newer version fall back to the plain link icon.
  assetsOf: (server) => server && `${server}/embed/${process.env.BUSKER_VERSION}/`,
  profilesOf: onePer(httpProfiles),
  readFile,
  count: httpCounter(),
  missesHost: () =>
    tellDeveloper('Add the address of the server: <busker-card host="https://…" profile="…">.', 'error'),
};

/** Defines `<busker-card>` once; does nothing outside a browser. Importing the package has already called it. */
export function defineBuskerCard(): void {
  defineCard({
    tree: createCardTree(services),
    onConnect: ({ src, profile, host }) => void profileReader(services, src, profile, host)?.(false),
    whenNear,
  });
}

defineBuskerCard();
