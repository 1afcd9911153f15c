import { createCardTree } from './card/card-tree';
import { profileReader, type CardServices } from './card/services';
import { defineCard } from './element';
import { httpCounter } from './http-counter';
import { readFile } from './http-file';
import { httpProfiles } from './http-profiles';
import { onePer } from './one-per';
import { whenNear } from './when-near';

// The script build. Where the script lies is the server, unless a tag says otherwise.
const { origin } = new URL(import.meta.url);

const assets = `${origin}/embed/${process.env.BUSKER_VERSION}/`;

const services: CardServices = {
  defaultHost: origin,
  assetsOf: () => assets,
  profilesOf: onePer(httpProfiles),
  readFile,
  count: httpCounter(),
};

defineCard({
  host: origin,
  tree: createCardTree(services),
  onConnect: ({ src, profile, host, layout }, mount) => {
    void profileReader(
      services,
      src,
      profile,
      host,
    )?.(false).then((answer) => {
      // A pill in the window's corner is near wherever its tag lies.
      if ((layout ?? (answer.ok && answer.value.look.layout)) === 'floating') mount();
    });
  },
  whenNear,
});
