import { createSpotlight } from '@mantine/spotlight';

/**
 * Mantine moves its mark of the chosen row by itself and tells nobody (`updateState`): drawn from such a store, the row that screen readers
 * hear of would stay behind the one that Enter does. Here every change is told.
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
