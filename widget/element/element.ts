import { createElement, useLayoutEffect, type ComponentType } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { attributeNames, type AttributeName } from './attribute-names';
import { readSettings, type Settings } from './attributes';
import type { Diagnosis } from '../diagnose/diagnosis';
import { askForTip, closeSheet, createControls, type Controls } from './controls';

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
   * Called when the element is connected, before it renders: the request for the profile starts at once. `mount` renders the card even if it is far
   * from the visible part of the page.
   */
  readonly onConnect?: (settings: Settings, mount: () => void, element: Element) => void;
  /** Calls back when the element comes near the visible part of the page. Until then the page shows the element's own links. */
  readonly whenNear?: (element: Element, callback: () => void) => () => void;
}

export interface CardTreeProps {
  readonly settings: Settings;
  readonly controls: Controls;
  readonly shadow: ShadowRoot;
}

const waitingSlot = 'waiting';
const properties = Object.entries(attributeNames);
const observed: readonly string[] = Object.values(attributeNames);
const controlsOf = new WeakMap<Element, Controls>();

/**
 * The element around `tree`. Written by hand: r2wc 2.1.1 would be 0.6 kB of every card's first bytes, and drops properties that were set before
 * the definition, keeps removed attributes and loses all state in a move.
 */
function cardElement({ tree, host: defaultHost, onConnect, whenNear }: CardShell): CustomElementConstructor {
  const settingsOf = (host: Element) => readSettings((name) => host.getAttribute(name));
  const Mounted = ({ host, shadow }: { readonly host: HTMLElement; readonly shadow: ShadowRoot }) => {
    // React empties an element that it gets as a root, but not a shadow root. The links come back when the tree goes: after an error in it, too.
    useLayoutEffect(() => {
      shadow.getElementById(waitingSlot)?.remove();
      return () => showLinks(shadow);
    }, [shadow]);
    return createElement(tree, { settings: settingsOf(host), controls: connect(host), shadow });
  };

  class BuskerCard extends HTMLElement implements BuskerCardMethods {
    readonly #shadow = this.attachShadow({ mode: 'open' });
    #root: Root | null = null;
    #changed = false;
    #stopWaiting: (() => void) | null = null;

    static get observedAttributes(): readonly string[] {
      return observed;
    }

    constructor() {
      super();
      for (const [property, attribute] of properties) liftProperty(this, property, attribute);
      showLinks(this.#shadow);
    }

    connectedCallback(): void {
      if (this.#root) return connect(this).set({ moves: connect(this).state().moves + 1 });
      const mount = () => this.#mount();
      onConnect?.(settingsOf(this), mount, this);
      if (whenNear) this.#stopWaiting = whenNear(this, mount);
      else mount();
    }

    #mount(): void {
      if (this.#root || !this.isConnected) return;
      this.#root = createRoot(this.#shadow);
      this.#render();
    }

    #render(): void {
      this.#root?.render(createElement(Mounted, { host: this, shadow: this.#shadow }));
    }

    /** With this callback `moveBefore()` moves the element without a disconnect: its frames stay alive. */
    connectedMoveCallback(): void {}

    disconnectedCallback(): void {
      queueMicrotask(() => {
        if (this.isConnected) return;
        this.#stopWaiting?.();
        if (!this.#root) return;
        this.#root.unmount();
        this.#root = null;
        controlsOf.delete(this);
      });
    }

    /** Several changes in one turn are rendered once. */
    attributeChangedCallback(): void {
      if (!this.#root || this.#changed) return;
      this.#changed = true;
      queueMicrotask(() => {
        this.#changed = false;
        this.#render();
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
      const { host, profile, pay } = settingsOf(this);
      const { loadDiagnose } = await import('../rare/rare-parts');
      return (await loadDiagnose())(this, { host: host ?? defaultHost ?? null, handle: profile, pay });
    }
  }

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
  return controls;
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
  const early = Object.getOwnPropertyDescriptor(element, property);
  if (!early) return;
  Reflect.deleteProperty(element, property);
  setAttribute(element, attribute, early.value);
}

function setAttribute(element: HTMLElement, attribute: AttributeName, value: unknown): void {
  if (value === null || value === undefined || value === '') element.removeAttribute(attribute);
  else if (Array.isArray(value)) element.setAttribute(attribute, value.join(','));
  else
    element.setAttribute(
      attribute,
      typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value as string),
    );
}

/** Defines `<busker-card>` once per page: pages include the script twice, in two versions, and through tag managers. */
export function defineCard(shell: CardShell): void {
  if (typeof customElements === 'undefined' || customElements.get('busker-card')) return;
  customElements.define('busker-card', cardElement(shell));
}
