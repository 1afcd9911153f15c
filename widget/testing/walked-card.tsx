// The real card for both-renderers.test.ts, which bundles this file twice: with React DOM, and with Preact as the builds do.
import { createRoot } from 'react-dom/client';
import type { PublicProfile } from '@busker/core/profile/profile';
import { CardFrame } from '../preview/card-frame';
import { inMemoryTips } from '../preview/in-memory-backend';
import { sampleProfile } from './sample-profile';
import { readSettings } from '../attributes/attributes';
import { closeSheet, createControls } from '../signals/controls';
import { scriptedSurface, surfaceLog } from '../preview/scripted-surface';
import { act } from '../preact/act';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

export type Step =
  | { readonly do: 'set'; readonly name: string; readonly value: string | null }
  | { readonly do: 'publish'; readonly profile: Partial<PublicProfile> }
  | { readonly do: 'open' | 'close' | 'consent' | 'refuse tips' | 'follow no links' }
  | { readonly do: 'press' | 'focus' | 'hover'; readonly at: number }
  | { readonly do: 'type'; readonly at: number; readonly text: string };

export interface WalkedCard {
  readonly shadow: ShadowRoot;
  /** Everything that came out of the card, in order: events of the page, counts, requests, what the card form was told. */
  readonly log: readonly string[];
  readonly step: (step: Step) => Promise<void>;
  readonly end: () => Promise<void>;
}

const events = ['ready', 'link-click', 'tip-open', 'tip-start', 'tip-success', 'tip-cancel', 'tip-error'];
const pressable = 'button, a[href], input, textarea, select, summary';
const typed = 'input:not([type=radio]):not([type=checkbox]), textarea';

/** @public */
export async function walkedCard(): Promise<WalkedCard> {
  const host = document.body.appendChild(document.createElement('div'));
  const shadow = host.attachShadow({ mode: 'open' });
  const log: string[] = [];
  const attributes = new Map<string, string>();
  const controls = createControls(host);
  const tips = inMemoryTips();
  const asked = surfaceLog();
  const openSurface = scriptedSurface({}, asked);
  const root = createRoot(shadow);
  let profile = sampleProfile();
  let refuses = false;
  let keeps = false;
  for (const name of events)
    host.addEventListener(`busker-${name}`, (event) => {
      log.push(`${name} ${JSON.stringify((event as CustomEvent).detail)}`);
      if (name === 'tip-open' && refuses) event.preventDefault();
      if (name === 'link-click' && keeps) event.preventDefault();
    });
  host.addEventListener('click', (event) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (link) log.push(`${event.defaultPrevented ? 'kept' : 'followed'} ${link.href}`);
    if (link) event.preventDefault();
  });
  const draw = () =>
    root.render(
      <CardFrame
        settings={readSettings((name) => attributes.get(name) ?? null)}
        controls={controls}
        shadow={shadow}
        host="https://busker.example"
        isFile={false}
        assets=""
        count={(_host, event) => log.push(`count ${JSON.stringify(event)}`)}
        profile={{ at: 'ready', profile }}
        tips={tips}
        openSurface={openSurface}
      />,
    );
  const at = <T extends HTMLElement>(what: string, place: number): T | undefined => {
    const found = [...shadow.querySelectorAll<T>(what)];
    return found[place % Math.max(1, found.length)];
  };
  const run = (step: Step): void => {
    switch (step.do) {
      case 'set':
        if (step.value === null) attributes.delete(step.name);
        else attributes.set(step.name, step.value);
        return draw();
      case 'publish':
        profile = sampleProfile(step.profile);
        return draw();
      case 'open':
        return controls.set({ sheet: { open: true, amount: null } });
      case 'close':
        return closeSheet(controls);
      case 'consent':
        return controls.set({ consentGiven: true });
      case 'refuse tips':
        refuses = !refuses;
        return undefined;
      case 'follow no links':
        keeps = !keeps;
        return undefined;
      case 'press':
        return at(pressable, step.at)?.click();
      case 'focus':
        return at(pressable, step.at)?.focus();
      case 'hover':
        at(pressable, step.at)?.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
        return undefined;
      case 'type': {
        const field = at<HTMLInputElement>(typed, step.at);
        if (!field) return undefined;
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, step.text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
        return undefined;
      }
    }
  };
  let seen = 0;
  const settled = async (work: () => void) => {
    await act(async () => work());
    // Each turn may start another: an effect asks, its answer draws, what is drawn has effects.
    for (let turn = 0; turn < 6; turn += 1)
      await act(async () => new Promise<void>((done) => setTimeout(done)));
    for (const { verb, input } of tips.calls.slice(seen)) log.push(`${verb} ${JSON.stringify(input)}`);
    seen = tips.calls.length;
    log.push(`form ${JSON.stringify({ ...asked, express: asked.express !== null })}`);
  };
  await settled(draw);
  return {
    shadow,
    log,
    step: (step) => settled(() => run(step)),
    end: async () => {
      await settled(() => root.unmount());
      host.remove();
    },
  };
}
