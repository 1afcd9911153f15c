import { IntegrationError } from './integration-error';

/** Finds the element to mount into. It must be in the page's own DOM, not in a shadow root. */
export function findMountTarget(target: string | HTMLElement): HTMLElement {
  const place = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
  if (!(place instanceof HTMLElement)) {
    const named =
      typeof target === 'string'
        ? `The selector you specified (${target}) applies to no DOM elements`
        : 'Invalid DOM element';
    throw new IntegrationError(
      `${named} that are currently on the page. Make sure the element exists on the page before calling mount().`,
    );
  }
  const root = place.getRootNode();
  if (root instanceof ShadowRoot)
    throw new IntegrationError('Elements cannot be mounted in a ShadowRoot. Please mount in the Light DOM.');
  if (root !== document)
    throw new IntegrationError(
      'The element you passed is not in the document. Make sure it is before calling mount().',
    );
  return place;
}
