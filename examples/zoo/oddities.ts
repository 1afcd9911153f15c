import { documents } from './documents';
import { frames, policies } from './policies';
import { globals } from './globals';
import { type Oddity } from './oddity';
import { pageScripts } from './page-scripts';
import { styleSheets } from './style-sheets';

const all = { ...documents, ...styleSheets, ...policies, ...frames, ...pageScripts, ...globals };

export type OddityName = keyof typeof all;

/** Every oddity of the zoo by its name, which is also its address: `/zoo/quirks-mode/`, and `/zoo/quirks-mode+huge-letters/` for two at once. */
export const oddities: Readonly<Record<string, Oddity>> = all;
