import type { PublicProfile } from '../../core/profile/public-profile';
import type { Answer } from '../data/backend';
import { ask } from '../server/http-answer';
import { onePer } from './one-per';
import { readProfile } from './read-profile';

const fetchFile = (url: string, init: RequestInit): Promise<Answer<PublicProfile>> =>
  ask(url, init, readProfile);
const once = onePer((url) => fetchFile(url, {}));

/** Reads a profile from the page's own JSON file (`src`), without a Busker server. Once per page unless `fresh`. */
export function readFile(src: string, fresh: boolean): Promise<Answer<PublicProfile>> {
  const url = new URL(src, document.baseURI).href;
  return fresh ? fetchFile(url, { cache: 'no-cache' }) : once(url);
}
