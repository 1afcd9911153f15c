import { paths } from '@busker/core/documents/documents';
import {
  pageOf,
  type OverlayAlert,
  type OverlaySettings,
  type OwnOverlay,
} from '@busker/core/overlay/overlay';
import {
  overlayAlertDocument,
  overlayPageDocument,
  ownOverlayDocument,
} from '@busker/core/overlay/overlay-document';
import { fakeAlert, fakeOverlay } from '@busker/core/testing/fakes';
import { adaToken, bearerOf, type Answer, type Scenario } from './ada';
import type { InMemoryDeps } from './in-memory-deps';

/** Stores an owner's overlay with its page. */
export function putOverlay(
  deps: InMemoryDeps,
  uid: string,
  key: string,
  settings: Partial<OverlaySettings> = {},
): void {
  const overlay = fakeOverlay(settings, { key });
  deps.store.put(paths.ownOverlay(uid), ownOverlayDocument.encode(overlay));
  deps.store.put(paths.overlay(key), overlayPageDocument.encode(pageOf(overlay)));
}

export function putAlert(
  deps: InMemoryDeps,
  key: string,
  id: string,
  given: Partial<OverlayAlert> = {},
): void {
  deps.store.put(paths.overlayAlert(key, id), overlayAlertDocument.encode(fakeAlert({ id, ...given })));
}

export function overlayIn({ store }: InMemoryDeps, uid: string): OwnOverlay | undefined {
  const read = ownOverlayDocument.decode(store.dump()[paths.ownOverlay(uid)]);
  return read.ok ? read.value : undefined;
}

/** The stored alerts of a key, oldest first. */
export const alertsIn = ({ store }: InMemoryDeps, key: string): readonly OverlayAlert[] =>
  Object.entries(store.dump())
    .filter(([path]) => path.startsWith(`${paths.overlayAlerts(key)}/`))
    .map(([, data]) => overlayAlertDocument.decode(data))
    .flatMap((read) => (read.ok ? [read.value] : []))
    .toSorted((a, b) => a.at - b.at);

const all = '/v1/me/overlay';

/** A call about Ada's overlay, such as `POST`, `/live`. */
export const callOverlay = (
  scenario: Scenario,
  method: string,
  rest = '',
  body?: object,
  token = adaToken,
): Promise<Answer> => scenario.call(method, `${all}${rest}`, body, bearerOf(token));

/** The key in the address of an answer. */
export const keyIn = ({ json }: Answer): string => {
  const url: unknown = json['overlay']?.['url'];
  return typeof url === 'string' ? (url.split('#')[1] ?? '') : '';
};

/** Makes Ada's overlay and answers its key. */
export const newOverlay = async (scenario: Scenario): Promise<string> =>
  keyIn(await callOverlay(scenario, 'POST'));

/** The alerts of a key, oldest first. */
export const shownBy = (scenario: Scenario, key: string) =>
  alertsIn(scenario.deps, key).map(({ kind, amount, name, message }) => ({ kind, amount, name, message }));
