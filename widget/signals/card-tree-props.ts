import type { Controls } from './controls';
import type { FirstSettings } from '../attributes/first-settings';

/** What the element gives to the tree that is rendered into it. */
export interface CardTreeProps {
  readonly settings: FirstSettings;
  readonly controls: Controls;
  readonly shadow: ShadowRoot;
}
