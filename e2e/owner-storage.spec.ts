import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { ada, signIn } from './steps';

/** From now on no database whose name starts like this answers, as in a browser whose storage is stuck. */
const silence = (page: Page, start: string) =>
  page.addInitScript((silent) => {
    const { open } = Object.getOwnPropertyDescriptors(IDBFactory.prototype);
    const opened = (factory: IDBFactory, ...given: Parameters<IDBFactory['open']>) =>
      open.value?.apply(factory, given) as IDBOpenDBRequest;
    IDBFactory.prototype.open = function (this: IDBFactory, name, version) {
      // A database of its own, whose answer has nobody to go to.
      if (name.startsWith(silent))
        return new Proxy(opened(this, 'nothing'), { set: () => true, get: () => () => {} });
      return version === undefined ? opened(this, name) : opened(this, name, version);
    };
  }, start);

const told = 'Your browser’s storage did not answer';

// Holds dash-183.
test('when the copy on this device does not answer, the dashboard goes on without it, and says so once', async ({
  page,
  busker,
}) => {
  await silence(page, 'firestore/');
  await signIn(page, busker, ada);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(ada.name);
  await expect(page.getByText(told)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(ada.name);
  await expect(page.getByText(told)).toHaveCount(0);
});

test('when the database of sessions does not answer, an owner can still sign in, and stays signed in', async ({
  page,
  busker,
}) => {
  await silence(page, 'firebaseLocalStorageDb');
  await signIn(page, busker, ada);
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(ada.name);
});
