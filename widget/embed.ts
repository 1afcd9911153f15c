import { createCardTree } from './card/card-tree';
import { defineCard } from './element';
import { httpProfiles } from './http-profiles';
import type { ProfileSource } from './backend';

// The script's own origin is where the profiles lie, unless a tag says otherwise.
const sources = new Map<string, ProfileSource>();

const profilesOf = (host: string): ProfileSource => {
  const source = sources.get(host) ?? httpProfiles(host);
  sources.set(host, source);
  return source;
};

defineCard(createCardTree({ defaultHost: new URL(import.meta.url).origin, profilesOf }));
