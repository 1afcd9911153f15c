import { createCardTree } from './card/card-tree';
import { profileReader, type CardServices } from './card/services';
import { defineCard } from './element/element';
import { httpCounter } from './data/http-counter';
import { readFile } from './data/http-file';
import { httpProfiles } from './data/http-profiles';
import { onePer } from './data/one-per';
import { whenNear } from './element/when-near';

// The npm build: nobody can know where the server is but the tag (`host`).
const services: CardServices = {
  defaultHost: null,
  // A server keeps the files of every version that it ever had; icons of a newer one stay the plain link icon.
  assetsOf: (server) => server && `${server}/embed/${process.env.BUSKER_VERSION}/`,
  profilesOf: onePer(httpProfiles),
  readFile,
  count: httpCounter(),
};

/** Defines `<busker-card>`, once; where there is no browser it does nothing. Importing the package has called it already. */
export function defineBuskerCard(): void {
  defineCard({
    tree: createCardTree(services),
    onConnect: ({ src, profile, host }) => void profileReader(services, src, profile, host)?.(false),
    whenNear,
  });
}

defineBuskerCard();
