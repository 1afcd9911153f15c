import { createSpotlight } from '@mantine/spotlight';

/**
 * Mantine changes its selected row without notifying subscribers (`updateState`). The row that screen readers announce would then differ
 * from the row that Enter runs. This store notifies of every change.
 */
export function createPalette(): ReturnType<typeof createSpotlight> {
  const [store, actions] = createSpotlight();
  const change = store.updateState;
  let telling = false;
  store.updateState = (value) => {
    change(value);
    if (telling) return;
    telling = true;
    store.setState(store.getState());
    telling = false;
  };
  return [store, actions];
}
