import r2wc from '@r2wc/react-to-web-component';
import { Component, createElement, type ComponentType } from 'react';
import { loadLate } from '../late/load-late';
import { attributeNames, type AttributeName } from '../attributes/attribute-names';
import {
  askForTip,
  closeSheet,
  createControls,
  type CardTreeProps,
  type Controls,
} from '../signals/controls';
import { settingsOf, type FirstSettings } from '../attributes/first-settings';
import type { Diagnosis } from '../diagnose/diagnosis';

/** The element's methods, for scripts of the page. */
export interface BuskerCardMethods {
  /** Opens the tip sheet, with this amount (major units) chosen if it is given. */
  openTip(amount?: number | string): void;
  /** Closes the tip sheet. The fan's input stays, and a payment in progress continues. */
  closeTip(): void;
  /** Loads the profile again. */
  refresh(): void;
  /** Ends `consent="wait"`: pictures load and the view is counted from now on. */
  grantConsent(): void;
  /** Everything of the card that this page blocks, and the line that allows it. Also printed to the console. */
  diagnose(): Promise<Diagnosis>;
}

/** What an element needs around its tree. */
export interface CardShell {
  /** Origin of the server for a tag without `host`. */
  readonly host?: string;
  readonly tree: ComponentType<CardTreeProps>;
  /**
   * Called when the element is connected, before it renders: the request for the profile starts at once. `mount` renders the card; until then the
   * page shows the element's own links. Without it the card renders at once.
   */
  readonly onConnect?: (settings: FirstSettings, mount: () => void, element: HTMLElement) => void;
}

const waitingSlot = 'waiting';
const properties = Object.entries(attributeNames);
const observed: readonly string[] = Object.values(attributeNames);
const controlsOf = new WeakMap<Element, Controls>();

interface MountedProps {
  /** The only prop that r2wc gives without being asked: the shadow root. */
  readonly container: ShadowRoot;
}

/** What the class of r2wc has for its subclasses. Its own type says only that it is some element. */
interface R2wcElement extends HTMLElement {
  readonly container: ShadowRoot;
  connectedCallback(): void;
  disconnectedCallback(): void;
}

/**
 * The element around `tree`: r2wc's class, which attaches the shadow root, and mounts, updates and unmounts the tree. It gets no `props`, no `events`
 * and no component with `propTypes`: it would drop properties that were set before the definition, keep attributes that were removed or emptied,
 * name `returnTo` `return-to`, and let no event be cancelled. The subclass does these itself, each with its reason below.
 */
function cardElement({ tree, host: defaultHost, onConnect }: CardShell): CustomElementConstructor {
  /** The border of one card: an error in its tree leaves the page's own links, the other cards, and the next change of the tag draws it again. */
  class Mounted extends Component<MountedProps, { readonly failed: MountedProps | null }> {
    override state = { failed: null };

    // React empties an element that it gets as a root, but not a shadow root. The links come back when the tree goes.
    override componentDidMount(): void {
      this.props.container.getElementById(waitingSlot)?.remove();
    }

    override componentWillUnmount(): void {
      showLinks(this.props.container);
    }

    override componentDidCatch(error: unknown): void {
      reportError(error);
      this.setState({ failed: this.props });
    }

    override render() {
      const { container: shadow } = this.props;
      const host = shadow.host as HTMLElement;
      // Each update from outside has new props.
      return this.state.failed === this.props
        ? createElement('slot')
        : createElement(tree, { settings: settingsOf(host), controls: connect(host), shadow });
    }
  }

  const R2wc = r2wc(Mounted, { shadow: 'open' }) as unknown as new () => R2wcElement;

  class BuskerCard extends R2wc implements BuskerCardMethods {
    #mounted = false;
    #changed = false;

    /** r2wc makes attributes of `props`, by names that are not ours. */
    static get observedAttributes(): readonly string[] {
      return observed;
    }

    constructor() {
      super();
      // r2wc never looks at what was set before the definition.
      for (const [property, attribute] of properties) liftProperty(this, property, attribute);
      // An empty shadow root hides the page's own links.
      showLinks(this.container);
    }

    /** r2wc mounts at once. A card waits for its profile, and until it is near; a moved one is drawn again, since the document may be another. */
    override connectedCallback(): void {
      if (this.#mounted) {
        connect(this).set({ moves: connect(this).state().moves + 1 });
        return super.connectedCallback();
      }
      // From now on they notice whether the fan uses the page's own links.
      connect(this);
      const mount = () => this.#mount();
      if (onConnect) onConnect(settingsOf(this), mount, this);
      else mount();
    }

    #mount(): void {
      if (this.#mounted || !this.isConnected) return;
      this.#mounted = true;
      super.connectedCallback();
    }

    /** With this callback `moveBefore()` moves the element without a disconnect: its frames stay alive. */
    connectedMoveCallback(): void {}

    /** r2wc unmounts at once, and a move in the page is a removal and an insertion: amount, message and payment would be lost. */
    override disconnectedCallback(): void {
      queueMicrotask(() => {
        if (this.isConnected) return;
        if (this.#mounted) super.disconnectedCallback();
        this.#mounted = false;
        controlsOf.delete(this);
      });
    }

    /** r2wc ignores a removed or emptied attribute, and renders at each change. Several changes in one turn are rendered once. */
    attributeChangedCallback(): void {
      if (!this.#mounted || this.#changed) return;
      this.#changed = true;
      queueMicrotask(() => {
        this.#changed = false;
        // r2wc's way to update: connected again.
        if (this.#mounted) super.connectedCallback();
      });
    }

    openTip(amount?: number | string): void {
      this.#mount();
      askForTip(connect(this), amount === undefined ? null : String(amount));
    }

    closeTip(): void {
      closeSheet(connect(this));
    }

    refresh(): void {
      const controls = connect(this);
      controls.set({ refreshes: controls.state().refreshes + 1 });
    }

    grantConsent(): void {
      connect(this).set({ consentGiven: true });
    }

    async diagnose(): Promise<Diagnosis> {
      return (await loadLate()).diagnoseCard(this, defaultHost ?? null);
    }
  }

  // r2wc's accessors write "true" and "false", and leave an attribute that was set to ''.
  for (const [property, attribute] of properties) mirror(BuskerCard.prototype, property, attribute);
  return BuskerCard;
}

/** Shows the page's own links, while the card has nothing better to show. */
function showLinks(shadow: ShadowRoot): void {
  const slot = document.createElement('slot');
  slot.id = waitingSlot;
  shadow.append(slot);
}

function connect(host: HTMLElement): Controls {
  const known = controlsOf.get(host);
  if (known) return known;
  const controls = createControls(host);
  controlsOf.set(host, controls);
  for (const name of ['click', 'auxclick', 'dblclick', 'keydown']) host.addEventListener(name, keepPress);
  return controls;
}

/** No link and no handler of the page around the card hears of a press in it, from the first one on. */
export function keepPress(event: Event): void {
  const [at] = event.composedPath() as [Element];
  const { key } = event as KeyboardEvent;
  // From inside the shadow root this finds nothing. What the page put into the tag is the page's; the card's own elements there have slots of its own.
  const light = at.closest('busker-card,[slot^=busker]');
  // Other keys are for the page, too: Escape, Tab, its shortcuts.
  if (light === event.currentTarget || (key && !/^( |Enter)$/.test(key))) return;
  event.stopPropagation();
  // Chromium follows a link around a button, too. Here a press does something by itself; each radio button and checkbox lies in its label.
  if (!key && (light ?? !at.closest('a,label,summary'))) event.preventDefault();
}

/** The property mirrors the attribute: undefined if it is absent; null, undefined and '' remove it. */
function mirror(prototype: HTMLElement, property: string, attribute: AttributeName): void {
  Object.defineProperty(prototype, property, {
    configurable: true,
    enumerable: true,
    get(this: HTMLElement) {
      return this.getAttribute(attribute) ?? undefined;
    },
    set(this: HTMLElement, value: unknown) {
      setAttribute(this, attribute, value);
    },
  });
}

/** A property that was set before the definition is on the instance and hides the accessor. */
function liftProperty(element: HTMLElement, property: string, attribute: AttributeName): void {
  if (!Object.hasOwn(element, property)) return;
  const early: unknown = Reflect.get(element, property);
  Reflect.deleteProperty(element, property);
  setAttribute(element, attribute, early);
}

function setAttribute(element: HTMLElement, attribute: AttributeName, value: unknown): void {
  if (value === null || value === undefined || value === '') element.removeAttribute(attribute);
  else
    // A list becomes its values with commas between them.
    element.setAttribute(
      attribute,
      typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value as string),
    );
}

/** Defines `<busker-card>` once per page: pages include the script twice, in two versions, and through tag managers. */
export function defineCard(shell: CardShell): void {
  if (!customElements.get('busker-card')) customElements.define('busker-card', cardElement(shell));
}
