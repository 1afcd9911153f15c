import { isLoopbackAddress } from '../../../core/profile/link';
import { readTypedLink, type TypedLink } from '../../../core/profile/typed-link';

/** `localhost` too: that is where `npm start` serves the dashboard. */
const isOnLoopback = (host: string): boolean => host === 'localhost' || isLoopbackAddress(host);

/** What an owner means by a typed address. A dashboard on this machine takes addresses of this machine, such as the example sites. */
export const readLink = (typed: string): TypedLink =>
  readTypedLink(typed, { onThisMachine: isOnLoopback(location.hostname) });
