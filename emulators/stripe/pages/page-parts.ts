import type { IncomingMessage } from 'node:http';
import type { Sandbox } from '../sandbox';

export interface PageParts {
  readonly sandbox: Sandbox;
  readonly publishableKey: string;
  /** Only our own page may submit the onboarding form. */
  readonly originIsOurs: (incoming: IncomingMessage) => boolean;
}
