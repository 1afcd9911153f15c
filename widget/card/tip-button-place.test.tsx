import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PublicProfile } from '../../core/profile/public-profile';
import { sampleProfile } from '../testing/sample-profile';
import { readSettings } from '../attributes/attributes';
import { createControls } from '../signals/controls';
import { CardFrame } from '../preview/card-frame';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let host: HTMLElement;
let shadow: ShadowRoot;

beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
  shadow = host.attachShadow({ mode: 'open' });
  root = createRoot(shadow);
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

const show = (attributes: Readonly<Record<string, string>>, profile: Partial<PublicProfile>) =>
  act(async () =>
    root.render(
      <CardFrame
        settings={readSettings((name) => attributes[name] ?? null)}
        controls={createControls(host)}
        shadow={shadow}
        host="https://busker.example"
        isFile={false}
        assets="/embed/test/"
        count={() => undefined}
        profile={{ at: 'ready', profile: sampleProfile(profile) }}
      />,
    ),
  );

describe('the place of the tip button', () => {
  const placed = (button: PublicProfile['tips']['button']) => ({ tips: { ...sampleProfile().tips, button } });
  /** Whether the button comes before the links, and its class. */
  const place = () => {
    const [button, links] = [shadow.querySelector('.tip'), shadow.querySelector('ul.links')];
    if (!button || !links) throw new Error('No button or no links');
    const isFirst = (button.compareDocumentPosition(links) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
    return [isFirst, button.classList.contains('sticky')];
  };

  it.each([
    ['auto', false, false],
    ['bottom', false, false],
    ['top', true, false],
    ['sticky', false, true],
  ] as const)('is the one that the owner chose: %s', async (button, isFirst, isSticky) => {
    await show({}, placed(button));
    expect(place()).toEqual([isFirst, isSticky]);
  });

  it('is the one that the tag names, whatever the owner chose', async () => {
    await show({ tips: 'top' }, placed('sticky'));
    expect(place()).toEqual([true, false]);
    await show({ tips: 'bottom' }, placed('top'));
    expect(place()).toEqual([false, false]);
    await show({ tips: 'on' }, placed('top'));
    expect(place()).toEqual([true, false]);
  });
});
